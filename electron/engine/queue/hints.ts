import type { ExecutionRow } from '../../adapters/ledger/executions.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
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

/**
 * Lets a job go on that has ended because nobody knew of its request, or because it was refused: the
 * service tells of it, so it is asked once more, and nothing is sent. What a person has ended, or paused,
 * stays so. False where there is nothing of the kind.
 */
export function goOnWithTold(ledger: Ledger, jobId: number): boolean {
  const loaded = ledger.jobs.load(jobId);
  if (!loaded.ok) return false;
  const { state, problem } = loaded.value;
  const isUnknown = state === 'held' && problem?.code === 'execution-unknown';
  if (!isUnknown && state !== 'failed') return false;
  const told = ledger.executions.ofJob(jobId).filter((e) => e.state === 'doubt' && isHinted(e));
  if (told.length === 0) return false;
  ledger.transaction(() => {
    for (const { id } of told) ledger.executions.askAgain(id);
    ledger.jobs.resume(jobId);
  });
  return true;
}
