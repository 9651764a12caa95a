import type { Input } from '#shared/ipc.ts';
import type { JobState } from '#shared/job.ts';
import type { Effects, JobAction } from '#shared/views/queue.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import { mayBeBought } from '../../engine/queue/answers.ts';
import { effectsOn } from '../../engine/queue/effects.ts';

/** Jobs given by their ids, or all jobs that match a filter. */
export type JobChoice = Input<'queue.effects'>['jobs'];

/** Returns the ids of the chosen jobs, in the order of the queue. */
export function chosenJobs({ queue }: Pick<Ledger, 'queue'>, jobs: JobChoice): readonly number[] {
  return 'ids' in jobs ? jobs.ids : queue.ids(jobs.filter);
}

/** Returns how many of the jobs each action would change. */
export function effectsOnJobs(ledger: Pick<Ledger, 'queue'>, jobs: JobChoice): Effects {
  return effectsOn(ledger.queue.jobCounts(chosenJobs(ledger, jobs)));
}

/** Maximum number of jobs to list, in practice unlimited: only their ids are read, which need little memory. */
const EVERY_JOB = 1_000_000_000;

/** Returns the jobs in these states. If the recipe is to be changed, returns only those that can run again. */
export function jobsToRetry(
  { jobs, queue }: Ledger,
  states: readonly JobState[],
  action: Extract<JobAction, 'retry' | 'send-again' | 'pad' | 'changed-recipe'>,
): readonly number[] {
  const ids = jobs.list(states, EVERY_JOB);
  if (action === 'retry' || action === 'send-again') return ids;
  return ids.filter((id) => effectsOn(queue.jobCounts([id]))[action] > 0);
}

/** Returns waiting jobs, and running jobs that were stopped before a request was sent. */
export function jobsNotBought({ jobs, executions }: Ledger): readonly number[] {
  return jobs
    .list(['waiting', 'running'], EVERY_JOB)
    .filter((id) => !executions.ofJob(id).some(mayBeBought));
}
