import type { Mark } from '#shared/views/retouch.ts';
import { useNotices } from '../data/notices.svelte.ts';
import type { Studio } from '../data/studio.svelte.ts';
import { resultCommands } from './menu-commands.ts';

/** Saves the pick or the rating of a result; a value that is omitted stays unchanged. */
export async function mark(studio: Studio, resultId: number, change: Partial<Mark>): Promise<void> {
  const { complain } = useNotices();
  const answer = await studio.ask('retouch.mark', { resultIds: [resultId], ...change });
  if (!answer.ok) complain(answer.problem);
}

/** Returns the pick or rating that a key sets; null for any other key. */
export function markOfKey(key: string): Partial<Mark> | null {
  switch (key.toUpperCase()) {
    case resultCommands.pick.keys:
      return { pick: 1 };
    case resultCommands.reject.keys:
      return { pick: -1 };
    case resultCommands.unmark.keys:
      return { pick: 0 };
    default:
      return /^[0-5]$/.test(key) ? { stars: Number(key) } : null;
  }
}
