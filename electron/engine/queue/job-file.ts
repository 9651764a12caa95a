import { success, type Outcome } from '#shared/problem.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { JobFile } from './plan.ts';

/** Reads all rows of one job from the ledger. Problems: job-not-found, job-unreadable. */
export function fileOf(ledger: Ledger, jobId: number): Outcome<JobFile> {
  const job = ledger.jobs.load(jobId);
  if (!job.ok) return job;
  return success({
    job: job.value,
    executions: ledger.executions.ofJob(jobId),
    results: ledger.results.ofJob(jobId),
  });
}
