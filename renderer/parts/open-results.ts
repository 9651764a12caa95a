import { useNotices } from '../data/notices.svelte.ts';
import type { Studio } from '../data/studio.svelte.ts';

/** Opens the output folder of a hot folder; if this is not possible, reports the reason. */
export async function openResults(studio: Studio, hotFolderId: number): Promise<void> {
  const { complain } = useNotices();
  const answer = await studio.ask('host.open-results', { hotFolderId });
  if (!answer.ok) complain(answer.problem);
}
