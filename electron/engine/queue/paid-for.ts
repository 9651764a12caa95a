import type { Ledger } from '../../adapters/ledger/open.ts';
import { mayBeBought } from './answers.ts';

/** Whether the service may have charged for the run of this job that a person asked for last. */
export function isPaidFor({ jobs, executions }: Ledger, id: number): boolean {
  const job = jobs.load(id);
  return job.ok && executions.ofJob(id).some((e) => e.run === job.value.runs && mayBeBought(e));
}
