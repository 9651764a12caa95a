import type { Ledger } from '../../adapters/ledger/open.ts';
import { mayBeBought } from './answers.ts';

/** Returns whether the service may have charged for the last requested run of this job. */
export function isPaidFor({ jobs, executions }: Ledger, id: number): boolean {
  const job = jobs.load(id);
  return job.ok && executions.ofJob(id).some((e) => e.run === job.value.runs && mayBeBought(e));
}
