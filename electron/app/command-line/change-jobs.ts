import type { CommandInput, CommandResult } from '#shared/contract/command-line-channels.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import { changeJobs, type ActionOnJobs } from '../jobs/change-jobs.ts';
import type { JobPlace } from '../jobs/place.ts';
import { jobsNotBought, jobsToRetry } from '../jobs/select.ts';
import type { CommandPlace } from './place.ts';
import type { Talk } from './talk.ts';

type Request = CommandInput<'change-jobs'>;

/** `retry` and `cancel`: retries or cancels jobs without contacting the service. Problem: interrupted. */
export function changeJobsCommand(
  place: CommandPlace,
  { action, ids, all }: Request,
  talk: Talk,
  signal: AbortSignal,
): Promise<Outcome<CommandResult<'change-jobs'>>> {
  return place.withLedger((at) => {
    // only jobs that the user names may be charged again
    const jobs = [...ids, ...jobsMeant(at.ledger, all, action)];
    return changeEach(at, { ids: jobs, action, replaceable: ids }, talk, signal);
  });
}

/** Changes jobs and reports each result; if one job is refused, the others are still changed. Problem: interrupted. */
export async function changeEach(
  place: JobPlace,
  request: ActionOnJobs,
  { tell }: Talk,
  signal: AbortSignal,
): Promise<Outcome<CommandResult<'change-jobs'>>> {
  const changed = await changeJobs(place, request, signal, (job, outcome) => {
    if (!outcome.ok) return tell({ kind: 'job-unchanged', job, problem: outcome.problem });
    const loaded = place.ledger.jobs.load(job);
    const state = loaded.ok ? loaded.value.state : 'cancelled';
    const { means, newJob = null } = outcome.value;
    tell({ kind: 'job-changed', job, name: outcome.value.job.name, state, means, newJob });
  });
  if (!changed.ok) return changed;
  const { refused } = changed.value;
  return success({ jobs: request.ids.length, refused, isStopped: signal.aborted });
}

function jobsMeant(
  ledger: Ledger,
  all: Request['all'],
  action: Request['action'],
): readonly number[] {
  const notBought = all.includes('not-bought') ? jobsNotBought(ledger) : [];
  const states = all.filter((which) => which !== 'not-bought');
  if (states.length === 0 || action === 'cancel') return notBought;
  return [...jobsToRetry(ledger, states, action), ...notBought];
}
