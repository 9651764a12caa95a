import { failure, success, type Outcome } from '#shared/problem.ts';
import type { Ledger } from '../ledger/open.ts';

/**
 * A person wants the layered file of a result that was delivered without: its job goes on to fetch
 * it, and nothing is bought. The caller holds the transaction. Problems: job-not-found (there is no
 * such result), job-unreadable, usage (it is there, or on its way).
 */
export function askPsd(ledger: Ledger, resultId: number): Outcome<number> {
  const result = ledger.results.get(resultId);
  const jobId = ledger.results.jobOf(resultId);
  if (result?.delivered === null || result === undefined || jobId === undefined) {
    return failure('job-not-found', 'This image is not in the ledger any more.');
  }
  const job = ledger.jobs.load(jobId);
  if (!job.ok) return job;
  const psd = ledger.results
    .ofJob(jobId)
    .find((one) => one.kind === 'psd' && one.executionRow === result.executionRow);
  if (psd !== undefined && psd.status !== 'GivenUp') {
    return failure(
      'usage',
      `The layered file of ${job.value.name} is there or on its way already.`,
    );
  }
  ledger.results.wantPsd(result.executionRow);
  ledger.history.note(jobId, 'PSD asked for');
  if (job.value.state === 'done') ledger.jobs.resume(jobId);
  return success(jobId);
}
