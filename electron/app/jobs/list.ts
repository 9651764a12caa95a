import { fixesOf } from '#shared/fixes.ts';
import type { Input } from '#shared/ipc.ts';
import { needPerson, personStates } from '#shared/job.ts';
import type { JobRow } from '#shared/job-row.ts';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { JobDetail, JobPage } from '#shared/views/queue.ts';
import { systemClock } from '../../base/clock.ts';
import type { ListedJob } from '../../adapters/ledger/queue.ts';
import { savedRecipeOf } from '../../engine/intake/new-recipes.ts';
import { deliveredShopFiles } from '../../adapters/ledger/shop-files.ts';
import type { Studio } from '../../studio.ts';
import { mayRunWith } from '../../engine/queue/answers.ts';
import { answersFor } from '../../engine/queue/answers-for.ts';
import { checkTaskSpare } from '../../engine/queue/delete-task.ts';
import { needAttention } from '../status/need-attention.ts';
import { stageOf, stageWhilePaused } from '../../engine/queue/stage.ts';

/** Returns a page of the queue's list, and counts of all jobs that match its filter. */
export function jobPage(
  studio: Pick<Studio, 'ledger' | 'queue'>,
  { filter, sort, offset, limit }: Input<'queue.page'>,
): JobPage {
  const { ledger } = studio;
  const { total, counts, ids } = ledger.queue.page(filter, sort, offset, limit);
  const rows = ledger.queue.rows(ids).map((listed) => rowOf(studio, listed));
  const isOfJobs = filter.recipe !== undefined || filter.text !== undefined;
  const unanswered = isOfJobs ? 0 : ledger.figures.unanswered(filter.hotFolderId);
  const isOfAll = !isOfJobs && filter.hotFolderId === undefined;
  const attention = isOfAll ? needAttention(ledger, counts) : needPerson(counts, unanswered);
  return { total, counts, needPerson: attention, offset, rows };
}

/** Returns one job with the actions that the user can choose, and its history. Problem: job-not-found. */
export function jobDetail(
  studio: Pick<Studio, 'ledger' | 'queue'>,
  id: number,
): Outcome<JobDetail> {
  const { ledger } = studio;
  const loaded = ledger.jobs.load(id);
  const [listed] = ledger.queue.rows([id]);
  if (listed === undefined) {
    return failure('job-not-found', { id }, { about: String(id) });
  }
  const executions = ledger.executions.ofJob(id);
  const results = ledger.results.ofJob(id);
  const savedRecipeId = savedRecipeOf(ledger, listed.hotFolderId)?.id ?? null;
  return success({
    row: rowOf(studio, listed),
    answers: answersFor(ledger, id),
    // a job that is done may have a problem with its shop files
    fixes: [...personStates, 'done'].includes(listed.state)
      ? fixesOf(listed.problem?.code, { isRecipeSaved: savedRecipeId !== null })
      : [],
    savedRecipeId,
    mayChange: loaded.ok && ledger.queue.jobCounts([id]).every(mayRunWith),
    taskId: loaded.ok ? loaded.value.taskId : null,
    canDeleteTask:
      loaded.ok &&
      loaded.value.taskId !== null &&
      checkTaskSpare(ledger, { job: loaded.value, executions, results }, systemClock.wall()).ok,
    executions: ledger.queue.executions(id),
    results: results.map(({ id, kind, status, error, delivered, finish }) => ({
      id,
      kind,
      status,
      error,
      file: delivered,
      shopFiles: deliveredShopFiles(finish),
    })),
    history: ledger.history.of(id),
  });
}

/** Returns a row of the list. */
function rowOf(studio: Pick<Studio, 'ledger' | 'queue'>, listed: ListedJob): JobRow {
  const { byHand, ...row } = listed;
  const isPaused = studio.ledger.pauses.holds({ hotFolderId: row.hotFolderId, byHand });
  return { ...row, stage: stageIn(studio, row, isPaused) };
}

function stageIn(
  { ledger, queue }: Pick<Studio, 'ledger' | 'queue'>,
  { id, state }: Pick<ListedJob, 'id' | 'state'>,
  isPaused: boolean,
): JobRow['stage'] {
  const isInHand = queue.isInHand(id);
  if (state === 'waiting' && !isInHand) return isPaused ? 'paused' : 'waiting';
  if (state !== 'waiting' && state !== 'running') return 'ended';
  // Only jobs that the queue is processing are loaded, so there are few of them.
  const job = ledger.jobs.load(id);
  if (!job.ok) return 'waiting';
  const file = {
    job: job.value,
    executions: ledger.executions.ofJob(id),
    results: ledger.results.ofJob(id),
  };
  return isPaused ? stageWhilePaused(file, isInHand, systemClock.mono()) : stageOf(file, isInHand);
}
