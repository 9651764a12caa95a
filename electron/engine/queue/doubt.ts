import type { ExecutionRow } from '../../adapters/ledger/executions.ts';
import { isHinted } from './hints.ts';

/**
 * Doubt: the request to execute may or may not have reached the service, and sending it again could
 * buy twice. So nothing is sent until there is evidence, and an empty list becomes evidence only
 * after a window in which a late request must have been processed.
 */

/** s since the doubt began at which the service is asked, then every minute. */
const ASKED_AT = [2, 5, 10, 20, 40, 60] as const;
const THEN_EVERY = 60;
/** Valid empty answers that are needed at least. */
const EMPTY_ANSWERS = 3;

/**
 * Monotonic ms at which to ask next. The wait is counted from the answer before, so that a machine
 * that slept does not ask three times in one breath. Jitter of up to a tenth, from the row itself. What
 * a notification tells of is asked about at once.
 */
export function nextQuestion(execution: ExecutionRow): number {
  if (isHinted(execution)) return 0;
  const asked = execution.doubtQueries;
  const since = execution.doubtSince ?? 0;
  const at = ASKED_AT[asked] ?? (ASKED_AT.at(-1) ?? 0) + THEN_EVERY * (asked - ASKED_AT.length + 1);
  const before = asked === 0 ? 0 : (ASKED_AT[asked - 1] ?? at - THEN_EVERY);
  const jitter = 1 + ((execution.id * 7919 + asked * 104_729) % 1000) / 10_000;
  const gap = (at - before) * 1000 * jitter;
  return (asked === 0 ? since : (execution.polledMono ?? since)) + gap;
}

/** Whether one more valid empty answer at `now` (monotonic ms) shows that it did not happen. */
export function didNotHappen(execution: ExecutionRow, now: number, windowMs: number): boolean {
  if (execution.doubtSince === null) return false;
  return now - execution.doubtSince >= windowMs && execution.doubtEmpty + 1 >= EMPTY_ANSWERS;
}
