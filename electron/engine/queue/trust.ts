import type { HintSource } from '../../adapters/ledger/hints.ts';
import type { PollSchedule } from './schedule.ts';

/**
 * How far the service's notifications are relied on. They may stop at any time, without a word: a
 * tunnel ends, a router gets another address. So trust is earned by each agent's executions in a row,
 * and one whose end was found by asking unasked takes it all away.
 */

/** Trust does not grow past so many ends; of more the ledger need not be asked. */
export const FULL_TRUST = 3;

/** The number of last ends that a notification told of first; one that was only late counts for nothing. */
export function trustOf(newestFirst: readonly HintSource[]): number {
  const lost = newestFirst.indexOf('poll');
  const since = lost < 0 ? newestFirst : newestFirst.slice(0, lost);
  return Math.min(FULL_TRUST, since.filter((learned) => learned === 'hint').length);
}

/**
 * The schedule with its intervals as many times as long as there are ends to rely on, and one: it asks
 * at most `1 + FULL_TRUST` times as late as it would have.
 */
export function relying({ next }: PollSchedule, trust: number): PollSchedule {
  return { next: (elapsed) => elapsed + (next(elapsed) - elapsed) * (1 + trust) };
}
