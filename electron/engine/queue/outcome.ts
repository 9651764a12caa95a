import { failure, problemOf } from '#shared/failure.ts';
import { problemIn, success, type Outcome, type Problem } from '#shared/problem.ts';
import type { Execution } from '#shared/service.ts';
import type { ExecutionRow } from '../../adapters/ledger/executions.ts';
import type { Job } from '../../adapters/ledger/jobs.ts';
import type { ResultRow } from '../../adapters/ledger/results.ts';
import { endDeletion } from './deletions.ts';
import { mayTurnUp } from './late.ts';
import { contextOf, hotFoldersIn, indexOf, mayDeliver, notSure } from './delivery-context.ts';
import { workFolderOf } from './inputs.ts';
import { followHints } from './hints.ts';
import { intentOf } from './ordered.ts';
import type { Parts } from './parts.ts';
import { hasMaskFile, type JobFile } from './plan.ts';
import { advanced, trouble, type Report } from './report.ts';

/**
 * Maximum number of queries, two seconds apart, for an address that the service has not returned
 * yet.
 */
const ADDRESS_QUERIES = 150;

/** Consecutive answers with "success" but no image after which the execution has failed. */
const EMPTY_SUCCESSES = 3;
/** Time in ms between two queries for the missing image. */
const EMPTY_PAUSE = 5000;

/** Failed downloads from one address before a new address is requested (F36). */
const FETCHES_OF_ADDRESS = 2;
/** Failed downloads before the job is held for the user, or a PSD is reported as missing (F37). */
const FETCH_TRIES = 20;

/** Queries the progress of an execution and records the state of its images. */
export async function pollExecution(
  parts: Parts,
  file: JobFile,
  execution: ExecutionRow,
  signal: AbortSignal,
): Promise<Report> {
  const { ledger, service } = parts;
  const { taskId, executionId } = execution;
  if (executionId === null) throw new Error(`Execution row ${execution.id} was never started.`);
  // after a resend the whole task is queried: an execution that was given up may still turn up
  const whole = file.executions.some((e) => e.state === 'void');
  const answer = await service.query(whole ? { taskId } : { taskId, executionId }, { signal });
  if (!answer.ok) return { kind: 'service', failure: answer.failure };
  if (whole) noteUnknownExecutions(parts, file, answer.value.executions);

  const found = answer.value.executions.find((e) => e.executionId === executionId);
  if (found === undefined) return notThere(file.job, execution);
  // listed images that were not ordered are not downloaded
  const seen = { ...found, results: found.results.slice(0, execution.images) };
  ledger.transaction(() => {
    noteSurplus(parts, execution, found);
    ledger.results.see(execution.id, seen.results);
    if (hasEnded(seen) || isEmptyForGood(execution, seen)) {
      if (execution.state === 'started') ledger.executions.finished(execution.id, seen.statusText);
    } else {
      const { statusText } = seen;
      ledger.executions.seen(execution.id, statusText, progressOf(seen), isEmptySuccess(seen));
    }
    followHints(parts, execution);
  });
  if (isEmptySuccess(seen) && !isEmptyForGood(execution, seen)) {
    return { kind: 'wait', ms: EMPTY_PAUSE };
  }
  return execution.state === 'finished' && isStillWithoutAddress(seen)
    ? notThere(file.job, execution)
    : advanced;
}

/** Notes surplus results once, however often the service is queried. */
function noteSurplus({ ledger }: Parts, { jobId, images }: ExecutionRow, found: Execution) {
  const surplus = found.results.length - images;
  if (surplus <= 0) return;
  const what = 'the service lists more results than were ordered; the surplus is not downloaded';
  const detail = `${found.executionId}: ${found.results.length} listed, ${images} ordered`;
  const isNoted = ledger.history.of(jobId).some((e) => e.what === what && e.detail === detail);
  if (!isNoted) ledger.history.note(jobId, what, detail);
}

/**
 * Queries an execution once more after its deadline, because the computer may have slept for hours without sending a
 * query. Holds the job if the execution has not ended.
 */
export async function expireExecution(
  parts: Parts,
  file: JobFile,
  execution: ExecutionRow,
  signal: AbortSignal,
): Promise<Report> {
  const asked = await pollExecution(parts, file, execution, signal);
  if (asked.kind === 'service') return asked;
  const now = parts.ledger.executions.ofJob(file.job.id).find(({ id }) => id === execution.id);
  if (now?.state !== 'started') return advanced;
  return { kind: 'hold', problem: notEnded(file.job, now, parts.limits.executionDeadline) };
}

function notEnded(job: Job, { status }: ExecutionRow, deadline: number): Problem {
  return problemOf(
    'execution-deadline',
    { name: job.name, minutes: Math.round(deadline / 60_000), status: status ?? 'unknown' },
    { about: job.name },
  );
}

/**
 * Waits for a paid result without an address, but not indefinitely; an unfinished execution has its
 * own deadline.
 */
function notThere(job: Job, execution: ExecutionRow): Report {
  if (execution.state !== 'finished' || job.attempts < ADDRESS_QUERIES) {
    return { kind: 'wait', ms: 2000 };
  }
  return {
    kind: 'hold',
    problem: problemOf('download-no-address', { name: job.name }, { about: job.name }),
  };
}

/**
 * Returns whether no result will change any more: the execution's status is final, and none of its images contradicts
 * it.
 */
function hasEnded({ status, results }: Execution): boolean {
  const open = results.some((r) => r.status !== 'Success' && r.status !== 'Failed');
  if (status === 'Failed') return true;
  return status === 'Success' && !open && results.length > 0;
}

function isEmptySuccess({ status, results }: Execution): boolean {
  return status === 'Success' && results.length === 0;
}

/**
 * Returns whether the execution stays empty. A list of images may lag behind the status, so one
 * empty answer proves nothing, but `EMPTY_SUCCESSES` in a row do.
 */
function isEmptyForGood({ emptySuccesses }: ExecutionRow, seen: Execution): boolean {
  return isEmptySuccess(seen) && emptySuccesses + 1 >= EMPTY_SUCCESSES;
}

function isStillWithoutAddress({ results }: Execution): boolean {
  return results.some((r) => r.status === 'Success' && (r.image === null || r.image === ''));
}

function progressOf({ results }: Execution): number | null {
  const known = results.filter((r) => r.progress !== null || r.status === 'Success');
  if (known.length === 0) return null;
  const sum = known.reduce((a, r) => a + (r.status === 'Success' ? 1 : (r.progress ?? 0)), 0);
  return sum / results.length;
}

function noteUnknownExecutions(
  { ledger }: Parts,
  { job, executions }: JobFile,
  listed: readonly Execution[],
) {
  const known = new Set(executions.map((e) => e.executionId));
  const strangers = listed.filter((e) => !known.has(e.executionId));
  ledger.transaction(() => {
    for (const { executionId } of strangers) {
      ledger.executions.adoptUnknown(intentOf(job), executionId);
      const what = 'alarm: a request that was given up was processed after all';
      ledger.history.note(job.id, what, executionId);
    }
  });
}

/** Downloads one result to the data folder and verifies it. */
export async function fetchResult(
  parts: Parts,
  job: Job,
  result: ResultRow,
  signal: AbortSignal,
): Promise<Report> {
  const folder = workFolderOf(parts, job);
  await parts.disk.makeFolder(folder); // an earlier run of the job has removed the folder
  const outcome = await parts.delivery.fetch(
    {
      url: result.url ?? '',
      folder,
      name: `${result.kind}-${result.id}`,
      expect: result.kind === 'image' ? 'image' : 'psd',
    },
    signal,
  );
  if (outcome.ok) {
    parts.ledger.results.fetched(result.id, outcome.value);
    return advanced;
  }
  if (outcome.problem.code === 'aborted' || outcome.problem.code === 'disk-full') {
    return trouble(outcome.problem, 'later');
  }
  parts.ledger.results.notFetched(result.id);
  const tries = result.fetches + 1;
  if (outcome.then === 'never' || tries >= FETCH_TRIES)
    return giveUpFetching(parts, result, outcome.problem);
  if (outcome.then === 'gone' || tries % FETCHES_OF_ADDRESS === 0)
    parts.ledger.results.gone(result.id);
  return { kind: 'trouble', problem: outcome.problem, then: 'later', tries };
}

function giveUpFetching(
  { ledger }: Pick<Parts, 'ledger'>,
  result: ResultRow,
  problem: Problem,
): Report {
  if (result.kind === 'image') return trouble(problem, 'never');
  ledger.results.psdFailed(result.id, problem.message);
  return advanced;
}

/** Names, tags and places one verified result in the output folder. */
export async function placeResult(
  parts: Parts,
  file: JobFile,
  execution: ExecutionRow,
  result: ResultRow,
  signal: AbortSignal,
): Promise<Report> {
  const { ledger, delivery } = parts;
  if (result.fetched === null) return advanced;
  if (!mayDeliver(parts, file.job)) return notSure;
  const outcome = await delivery.place(
    {
      fetched: result.composed?.image ?? result.fetched,
      context: contextOf(file.job, execution),
      index: indexOf(file.results, result),
      kind: result.kind,
      onTarget: (target) => ledger.results.target(result.id, target),
      already: result.target,
      hotFolders: hotFoldersIn(ledger),
      mayPlace: () => mayDeliver(parts, file.job),
      // the results of an adopted execution, or of an execution that two stations follow, may already have been
      // delivered
      ...(parts.station !== undefined || execution.origin === 'adopted'
        ? { isKnown: (taken: string) => ledger.results.isKnown(taken, result.id) }
        : {}),
    },
    signal,
  );
  if (outcome.ok) {
    ledger.results.delivered(result.id, outcome.value);
    return advanced;
  }
  if (outcome.then === 'gone') return downloadLost(parts, result, outcome.problem);
  return trouble(outcome.problem, outcome.then);
}

/**
 * Downloads a file again that is no longer complete in the data folder. The loss counts as a failed download, so that a
 * program that removes each download does not keep the queue downloading for ever.
 */
function downloadLost({ ledger }: Parts, result: ResultRow, problem: Problem): Report {
  // a layered file made here cannot be made again once its image is delivered
  if (result.kind === 'layers') {
    ledger.results.psdFailed(result.id, problem.message);
    return advanced;
  }
  const tries = result.fetches + 1;
  ledger.transaction(() => {
    ledger.results.unfetched(result.id);
    ledger.results.notFetched(result.id);
  });
  if (tries >= FETCH_TRIES) return giveUpFetching({ ledger }, result, problem);
  return { kind: 'trouble', problem, then: 'later', tries };
}

/** Ends a job: records the outcome of its last run, and removes its copies from the data folder. */
export async function finishJob(parts: Parts, file: JobFile, signal: AbortSignal): Promise<Report> {
  const { job } = file;
  if (job.inputs !== null && hasMaskFile(job)) parts.ledger.jobs.unprepared(job.id);
  await parts.disk.removeFolder(workFolderOf(parts, job));
  const executions = file.executions.filter((e) => e.run === job.runs);
  const results = file.results.filter((r) => executions.some((e) => e.id === r.executionRow));
  const images = results.filter((r) => r.kind === 'image');
  const isEmpty = images.length === 0 && executions.some((e) => e.emptySuccesses > 0);
  // The task stays after a success without an image, because only the task can show what happened at the service, and
  // while a lost request may turn up on it; then, the deleter requests the deletion later.
  const isNeeded = isEmpty || mayTurnUp(parts.ledger, job.id, parts.clock.wall());
  if (job.recipe.deleteTask && job.taskId !== null && !isNeeded) {
    const deletion = { taskId: job.taskId, jobId: job.id };
    parts.ledger.deletions.ask(deletion);
    await endDeletion(parts, deletion, signal);
  }
  const delivered = images.filter((r) => r.delivered !== null);
  const words = [...new Set(images.flatMap((r) => (r.error === null ? [] : [r.error])))].join('; ');
  if (delivered.length === 0) {
    return { kind: 'fail', problem: isEmpty ? emptySuccess(job) : noImage(job, words) };
  }
  return {
    kind: 'done',
    warning: problemIn(checkComplete(job, images.length, delivered.length, words, results)),
  };
}

function emptySuccess(job: Job): Problem {
  return problemOf('execution-failed.empty', { name: job.name }, { about: job.name });
}

function noImage(job: Job, said: string): Problem {
  const words = said.replace(/[.。]+$/u, '');
  const { name } = job;
  return words === ''
    ? problemOf('execution-failed', { name }, { about: name })
    : problemOf('execution-failed.words', { name, words }, { about: `${name}: ${words}` });
}

/** Checks that the last run of a job delivered everything that was ordered. `results`: those of this run. */
function checkComplete(
  job: Job,
  asked: number,
  delivered: number,
  words: string,
  results: readonly ResultRow[],
): Outcome<void> {
  if (delivered < asked) {
    const counts = { name: job.name, delivered, asked };
    const about = `${delivered} / ${asked}`;
    return words === ''
      ? failure('execution-partial', counts, { about })
      : failure('execution-partial.words', { ...counts, words }, { about: `${about}: ${words}` });
  }
  const left = results.flatMap((r) => r.composed?.problem ?? []);
  if (left[0] !== undefined) return failure(left[0]);
  const psd = results.find((r) => r.kind !== 'image' && r.status === 'GivenUp');
  if (psd === undefined) return checkFinished(results);
  const { name } = job;
  return psd.error === null
    ? failure('psd-failed', { name }, { about: name })
    : failure('psd-failed.words', { name, words: psd.error }, { about: name });
}

/** Checks that Finish made all files as their presets require. */
function checkFinished(results: readonly ResultRow[]): Outcome<void> {
  const [problem] = results.flatMap(({ finish }) => finish?.problems ?? []);
  return problem === undefined ? success() : failure(problem);
}
