import { join } from 'node:path';
import type { CommandInput } from '#shared/contract/command-line-channels.ts';
import type { DeliveredFile } from '#shared/job.ts';
import type { Outcome } from '#shared/problem.ts';
import type { FolderAccess } from '../../base/permitted.ts';
import { fetchPsd, type PsdTools } from '../jobs/fetch-psd.ts';
import type { Talk } from './talk.ts';

/** What fetches a PSD, with the gate to the folder it goes to. */
interface Parts extends PsdTools {
  readonly access: FolderAccess;
  /** Absolute. */
  readonly dataFolder: string;
}

/** `psd`: the layered file of an execution. Problems: those of `access.output` and `fetchPsd`. */
export async function psdCommand(
  parts: Parts,
  { executionId, out }: CommandInput<'psd'>,
  { tell }: Talk,
  signal: AbortSignal,
): Promise<Outcome<DeliveredFile>> {
  const outFolder = await parts.access.output(out, null);
  if (!outFolder.ok) return outFolder;
  const workFolder = join(parts.dataFolder, 'work');
  const request = { executionId, outFolder: outFolder.value, workFolder };
  return fetchPsd(parts, request, (seconds) => tell({ kind: 'psd-progress', seconds }), signal);
}
