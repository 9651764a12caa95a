import type { Input } from '#shared/ipc.ts';
import { useNotices } from '../data/notices.svelte.ts';
import type { Studio } from '../data/studio.svelte.ts';

/** Shows a file in its folder; if this is not possible, reports the reason. */
export async function reveal(studio: Studio, what: Input<'host.reveal'>): Promise<void> {
  const { complain } = useNotices();
  const answer = await studio.ask('host.reveal', what);
  if (!answer.ok) complain(answer.problem);
}
