import { fixesOf } from '#shared/fixes.ts';
import { needPerson } from '#shared/job.ts';
import { failure, success, type Outcome } from '#shared/problem.ts';
import type { JobDetail, JobRow } from '#shared/views/queue.ts';
import { systemClock } from '../../base/clock.ts';
import type { ListedJob } from '../../adapters/ledger/queue.ts';
import { savedRecipeOf } from '../../engine/intake/new-recipes.ts';
import { readProblem } from '../../adapters/ledger/history.ts';
import type { Studio } from '../../studio.ts';
import { isFirst } from '../../engine/queue/change-jobs.ts';
import { whyTaskStays } from '../../engine/queue/delete-task.ts';
import { effectsOn } from '../../engine/queue/effects.ts';
import { stageOf, stageWhilePaused } from '../../engine/queue/stage.ts';
import { adoptExecution } from '../jobs/adopt.ts';
import { answersFor } from '../jobs/answers.ts';
import { changeJobs } from '../jobs/change-jobs.ts';
import type { Desk } from './desk.ts';
import type { HandlersOf } from './handlers-of.ts';

/** The room Queue: pages of the list, one job with its answers, and what is done about jobs. */
export function queueHandlers(desk: Desk): HandlersOf<'queue'> {
  return {
    'queue.page': ({ filter, sort, offset, limit }) => {
      const studio = desk.studio();
      const { ledger } = studio;
      const { total, counts, ids } = ledger.queue.page(filter, sort, offset, limit);
      const paused = ledger.pauses.folders();
      const rows = ledger.queue.rows(ids).map((listed) => rowOf(studio, listed, paused));
      const isOfJobs = filter.recipe !== undefined || filter.text !== undefined;
      const unanswered = isOfJobs ? 0 : ledger.figures.unanswered(filter.hotFolderId);
      return success({ total, counts, needPerson: needPerson(counts, unanswered), offset, rows });
    },
    'queue.job': ({ id }) => detailOf(desk.studio(), id),
    'queue.effects': ({ jobs }) => {
      const { queue } = desk.studio().ledger;
      const ids = 'ids' in jobs ? jobs.ids : queue.ids(jobs.filter);
      return success(effectsOn(queue.standings(ids)));
    },
    'queue.act': ({ jobs, action }, signal) => {
      const studio = desk.studio();
      const ids = 'ids' in jobs ? jobs.ids : studio.ledger.queue.ids(jobs.filter);
      return changeJobs(studio, { ids, action }, signal);
    },
    'queue.adopt': ({ id, executionId }, signal) =>
      adoptExecution(desk.studio(), { jobId: id, executionId }, signal),
  };
}

/** `paused`: hot folders whose photos wait, see `PauseRepository`. */
function rowOf(studio: Studio, listed: ListedJob, paused: readonly number[]): JobRow {
  const { code, message, about, bought, delivered, priority, ...row } = listed;
  return {
    ...row,
    stage: stageIn(studio, listed, paused.includes(listed.hotFolderId ?? 0)),
    images: { delivered, bought },
    attempts: triesOf(listed),
    isFirst: isFirst({ priority }),
    problem: readProblem(code, message, about),
  };
}

/** With the one that it ended with, which a count of tries to come does not hold. */
function triesOf({ state, attempts, code }: ListedJob): number {
  const isTried = needsFix({ state }) && code !== 'paused';
  return attempts + (isTried ? 1 : 0);
}

function needsFix({ state }: Pick<ListedJob, 'state'>): boolean {
  return state === 'failed' || state === 'held';
}

function stageIn(
  { ledger, queue }: Studio,
  { id, state }: ListedJob,
  isPaused: boolean,
): JobRow['stage'] {
  const isInHand = queue.isInHand(id);
  if (state === 'waiting' && !isInHand) return isPaused ? 'paused' : 'waiting';
  if (state !== 'waiting' && state !== 'running') return 'ended';
  // only as many as are in hand at once
  const job = ledger.jobs.load(id);
  if (!job.ok) return 'waiting';
  const file = {
    job: job.value,
    executions: ledger.executions.ofJob(id),
    results: ledger.results.ofJob(id),
  };
  return isPaused ? stageWhilePaused(file, isInHand, systemClock.mono()) : stageOf(file, isInHand);
}

function detailOf(studio: Studio, id: number): Outcome<JobDetail> {
  const { ledger } = studio;
  const loaded = ledger.jobs.load(id);
  const [listed] = ledger.queue.rows([id]);
  if (listed === undefined) {
    return failure('job-not-found', `There is no job ${id}.`, { about: String(id) });
  }
  const executions = ledger.executions.ofJob(id);
  const results = ledger.results.ofJob(id);
  const savedRecipeId = savedRecipeOf(ledger, listed.hotFolderId)?.id ?? null;
  return success({
    row: rowOf(studio, listed, ledger.pauses.folders()),
    answers: answersFor(ledger, id),
    fixes: needsFix(listed)
      ? fixesOf(listed.code ?? undefined, { isRecipeSaved: savedRecipeId !== null })
      : [],
    savedRecipeId,
    taskId: loaded.ok ? loaded.value.taskId : null,
    canDeleteTask:
      loaded.ok &&
      loaded.value.taskId !== null &&
      whyTaskStays(ledger, { job: loaded.value, executions, results }, systemClock.wall()) === null,
    executions: ledger.queue.executions(id),
    results: results.map(({ id, kind, status, error, delivered }) => ({
      id,
      kind,
      status,
      error,
      file: delivered,
    })),
    history: ledger.history.of(id),
  });
}
