import { join } from 'node:path';
import type { CommandInput } from '#shared/contract/command-line-channels.ts';
import type { DeliveredFile } from '#shared/job.ts';
import type { Outcome } from '#shared/problem.ts';
import { checkNotWatched } from '../../adapters/delivery/not-watched.ts';
import { fetchPsd } from '../jobs/fetch-psd.ts';
import type { CommandPlace } from './place.ts';
import type { Talk } from './talk.ts';

/** `psd`: downloads the layered PSD of an execution. Problems: those of reading a ledger,
 * `checkNotWatched`, `access.output` and `fetchPsd`. */
export function psdCommand(
  place: CommandPlace,
  { executionId, out }: CommandInput<'psd'>,
  { tell }: Talk,
  signal: AbortSignal,
): Promise<Outcome<DeliveredFile>> {
  return place.withTools(async (tools) => {
    const hotFolders = await tools.hotFolders();
    if (!hotFolders.ok) return hotFolders;
    const apart = await checkNotWatched(out, hotFolders.value);
    if (!apart.ok) return apart;
    const outFolder = await tools.access.output(out, null);
    if (!outFolder.ok) return outFolder;
    const workFolder = join(tools.dataFolder, 'work');
    const request = { executionId, outFolder: outFolder.value, workFolder };
    return fetchPsd(tools, request, (seconds) => tell({ kind: 'psd-progress', seconds }), signal);
  });
}
