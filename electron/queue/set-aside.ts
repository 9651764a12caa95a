import type { Ledger } from '../ledger/open.ts';
import { mayBeBought } from './answers.ts';

/** Whether the service may have charged for the run of this job that a person asked for last. */
export function isPaidFor({ jobs, executions }: Ledger, id: number): boolean {
  const job = jobs.load(id);
  return job.ok && executions.ofJob(id).some((e) => e.run === job.value.runs && mayBeBought(e));
}

/** Jobs that are paused and not paid for wait with the others again; those whose state is another now. */
export function setPausedAside(ledger: Ledger, ids: readonly number[]): readonly number[] {
  const paused = ledger.pauses.folders();
  return ids.filter((id) => {
    const job = ledger.jobs.load(id);
    if (!job.ok || job.value.state !== 'running') return false;
    if (!paused.includes(job.value.hotFolderId ?? 0) || isPaidFor(ledger, id)) return false;
    ledger.jobs.setAside(id);
    return true;
  });
}
