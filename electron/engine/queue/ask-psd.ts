import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';

/**
 * The state of a layered file after it was requested: requested just now, being made or downloaded,
 * or on disk.
 */
export interface PsdRequest {
  readonly jobId: number;
  readonly outcome: 'asked' | 'making' | 'there';
}

/**
 * Requests the layered file of a result that was delivered without one: the job resumes to download the file, and
 * nothing is bought. Results of one execution share a layered file. Must be called within a transaction. Problems:
 * result-unknown, job-unreadable, task-deleted, job-under-way (the job needs the user's decision, and resuming it for
 * the file would make that decision).
 */
export function askPsd(ledger: Ledger, resultId: number): Outcome<PsdRequest> {
  const result = ledger.results.get(resultId);
  const jobId = ledger.results.jobOf(resultId);
  if (result?.delivered === null || result === undefined || jobId === undefined) {
    return failure('result-unknown');
  }
  const loaded = ledger.jobs.load(jobId);
  if (!loaded.ok) return loaded;
  const { name, state } = loaded.value;
  const psd = ledger.results
    .ofJob(jobId)
    .find((one) => one.kind === 'psd' && one.executionRow === result.executionRow);
  if (psd?.delivered) return success({ jobId, outcome: 'there' });
  const execution = ledger.executions.ofJob(jobId).find((one) => one.id === result.executionRow);
  if (execution !== undefined && ledger.deletions.has(execution.taskId)) {
    return failure('task-deleted', { name }, { about: name });
  }
  if (state === 'held' || state === 'failed' || state === 'cancelled') {
    return failure('job-under-way.psd', { name }, { about: name });
  }
  if (psd !== undefined && psd.status !== 'GivenUp') return success({ jobId, outcome: 'making' });
  ledger.results.wantPsd(result.executionRow);
  ledger.history.note(jobId, 'PSD asked for');
  if (state === 'done') ledger.jobs.resume(jobId);
  return success({ jobId, outcome: 'asked' });
}
