import type { ExecutionRow } from '../ledger/executions.ts';
import type { Parts } from './parts.ts';

/** Whether a notification has come that the service was not asked about yet. */
export function isHinted({ hints, hintsFollowed }: ExecutionRow): boolean {
  return hints > hintsFollowed;
}

/**
 * Writes down that the service was asked, with what was known of the row when that began: a
 * notification that came since is still to be followed. The caller holds the transaction.
 */
export function followHints({ ledger }: Pick<Parts, 'ledger'>, execution: ExecutionRow): void {
  if (isHinted(execution)) ledger.hints.followed(execution.id, execution.hints);
}
