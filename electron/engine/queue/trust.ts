import type { HintSource } from '../../adapters/ledger/hints.ts';
import type { PollSchedule } from './schedule.ts';

/**
 * How far Darkslide relies on the service's notifications. They may stop at any time without
 * warning: a tunnel closes, a router gets another address. So each agent earns trust by consecutive
 * executions whose end was notified, and loses that trust when a query finds an end that no
 * notification had reported.
 */

/** Maximum trust, counted in executions whose end a notification reported, so that the ledger need not read further. */
export const FULL_TRUST = 3;

/**
 * Returns the trust: the number of executions whose end was first reported by a notification, since a query last
 * found an end that no notification had reported. Executions whose notification was merely late do not count.
 */
export function trustOf(newestFirst: readonly HintSource[]): number {
  const lost = newestFirst.indexOf('poll');
  const since = lost < 0 ? newestFirst : newestFirst.slice(0, lost);
  return Math.min(FULL_TRUST, since.filter((learned) => learned === 'hint').length);
}

/** Returns the schedule with its intervals multiplied by trust plus one, and so by at most `FULL_TRUST` plus one. */
export function relying({ next }: PollSchedule, trust: number): PollSchedule {
  return { next: (elapsed) => elapsed + (next(elapsed) - elapsed) * (1 + trust) };
}
