import type { CommandInput, CommandResult } from '#shared/contract/command-line-channels.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { Service } from '../../adapters/service/types.ts';
import { changeJobs } from '../jobs/change-jobs.ts';
import { finishTaskDeletions } from '../jobs/delete-tasks.ts';
import type { JobPlace } from '../jobs/place.ts';
import { jobsNotBought, jobsToRetry } from '../jobs/select.ts';
import { reachService } from './reach-service.ts';
import type { Talk } from './talk.ts';

type Request = CommandInput<'change-jobs'>;

/**
 * `retry`, `cancel` and `delete-task`: changes jobs and tells what came of each; the others go on when one
 * is refused. Only to delete tasks the service is needed. Problems: interrupted, those of `reachService`.
 */
export async function changeJobsCommand(
  place: JobPlace & { readonly service?: Service },
  { action, ids, all }: Request,
  talk: Talk,
  signal: AbortSignal,
): Promise<Outcome<CommandResult<'change-jobs'>>> {
  const { ledger, service } = place;
  const { tell } = talk;
  const deletesAt = action === 'delete-task' ? service : undefined;
  if (deletesAt !== undefined) {
    const reached = await reachService(deletesAt, 'refuse', talk, signal);
    if (!reached.ok) return reached;
  }
  const jobs = [...ids, ...jobsMeant(ledger, all, action)];
  const acted = await changeJobs(place, { ids: jobs, action }, signal, (job, changed) => {
    if (!changed.ok) return tell({ kind: 'job-unchanged', job, problem: changed.problem });
    const loaded = ledger.jobs.load(job);
    const state = loaded.ok ? loaded.value.state : 'cancelled';
    const { means } = changed.value;
    tell({ kind: 'job-changed', job, name: changed.value.job.name, state, means });
  });
  if (!acted.ok) return acted;
  const isDeleted =
    deletesAt === undefined || (await finishTaskDeletions({ ledger, service: deletesAt }, signal));
  const { refused } = acted.value;
  return success({ jobs: jobs.length, refused, isDeleted, isStopped: signal.aborted });
}

function jobsMeant(
  ledger: Ledger,
  all: Request['all'],
  action: Request['action'],
): readonly number[] {
  const notBought = all.includes('not-bought') ? jobsNotBought(ledger) : [];
  const states = all.filter((which) => which !== 'not-bought');
  if (states.length === 0 || action === 'cancel' || action === 'delete-task') return notBought;
  return [...jobsToRetry(ledger, states, action), ...notBought];
}
