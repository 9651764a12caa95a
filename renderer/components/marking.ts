import type { Mark } from '#shared/views/retouch.ts';
import { useNotices } from '../state/notices.svelte.ts';
import type { Studio } from '../state/studio.svelte.ts';

/** Writes down what a person thinks of a result; what is left out stays. */
export async function mark(studio: Studio, resultId: number, change: Partial<Mark>): Promise<void> {
  const { complain } = useNotices();
  const answer = await studio.ask('retouch.mark', { resultIds: [resultId], ...change });
  if (!answer.ok) complain(answer.problem);
}

/** What a single key means for the result that is shown; null where it means nothing. */
export function markOfKey(key: string): Partial<Mark> | null {
  switch (key.toLowerCase()) {
    case 'p':
      return { pick: 1 };
    case 'x':
      return { pick: -1 };
    case 'u':
      return { pick: 0 };
    default:
      return /^[0-5]$/.test(key) ? { stars: Number(key) } : null;
  }
}
