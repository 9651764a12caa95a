import type { Input } from '#shared/ipc.ts';
import { useNotices } from '../data/notices.svelte.ts';
import type { Studio } from '../data/studio.svelte.ts';

/** Opens a folder with results; if this is not possible, reports the reason. */
export async function openResults(studio: Studio, of: Input<'host.open-results'>): Promise<void> {
  const { complain } = useNotices();
  const answer = await studio.ask('host.open-results', of);
  if (!answer.ok) complain(answer.problem);
}
