import type { ExecutionRow } from '../../adapters/ledger/executions.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { Parts } from './parts.ts';

/** Returns whether a notification has arrived that no query has followed yet. */
export function isHinted({ hints, hintsFollowed }: ExecutionRow): boolean {
  return hints > hintsFollowed;
}

/**
 * Records that the service was queried, and which notifications had arrived when the query began; a later notification
 * needs another query. Must be called within a transaction.
 */
export function followHints({ ledger }: Pick<Parts, 'ledger'>, execution: ExecutionRow): void {
  if (isHinted(execution)) ledger.hints.followed(execution.id, execution.hints);
}

/**
 * Resumes a job that ended because its request was in doubt or refused, after the service has sent a
 * notification about it: the job queries once more, and nothing is sent. A job that the user ended or paused
 * stays that way. Returns false if the job does not exist or cannot be resumed this way.
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
