import { problemOf } from '#shared/failure.ts';
import type { Problem } from '#shared/problem.ts';
import type { Execution } from '#shared/service.ts';
import type { ExecutionRow } from '../../adapters/ledger/executions.ts';
import type { Job } from '../../adapters/ledger/jobs.ts';
import type { ResultRow } from '../../adapters/ledger/results.ts';
import { contextOf, indexOf, mayDeliver, notSure } from './delivery-context.ts';
import { workFolderOf } from './inputs.ts';
import { followHints } from './hints.ts';
import { intentOf, leastImages } from './ordered.ts';
import type { Parts } from './parts.ts';
import type { JobFile } from './plan.ts';
import { advanced, trouble, type Report } from './report.ts';

/**
 * Maximum number of queries, two seconds apart, for an address that the service has not returned
 * yet.
 */
const ADDRESS_QUERIES = 150;

/** Consecutive answers with "success" that list too few images, after which the execution has ended without the rest. */
const SHORT_SUCCESSES = 3;
/** Time in ms between two queries for the missing images. */
const SHORT_PAUSE = 5000;

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
    if (hasEnded(execution, seen) || isShortForGood(execution, seen)) {
      if (execution.state === 'started') ledger.executions.finished(execution.id, seen.statusText);
    } else {
      const { statusText } = seen;
      const isShort = isShortSuccess(execution, seen);
      ledger.executions.seen(execution.id, statusText, progressOf(seen), isShort);
    }
    followHints(parts, execution);
  });
  if (isShortSuccess(execution, seen) && !isShortForGood(execution, seen)) {
    return { kind: 'wait', ms: SHORT_PAUSE };
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
 * Returns whether no result will change any more: the execution's status is final, none of its images contradicts it,
 * and a success lists all of them.
 */
function hasEnded(execution: ExecutionRow, seen: Execution): boolean {
  if (seen.status === 'Failed') return true;
  return isClosedSuccess(seen) && seen.results.length >= leastImages(execution);
}

function isShortSuccess(execution: ExecutionRow, seen: Execution): boolean {
  return isClosedSuccess(seen) && seen.results.length < leastImages(execution);
}

/**
 * Returns whether images stay missing. A list of images may lag behind the status, so one short answer proves
 * nothing, but `SHORT_SUCCESSES` in a row do.
 */
function isShortForGood(execution: ExecutionRow, seen: Execution): boolean {
  return isShortSuccess(execution, seen) && execution.emptySuccesses + 1 >= SHORT_SUCCESSES;
}

function isClosedSuccess({ status, results }: Execution): boolean {
  const isClosed = results.every((r) => r.status === 'Success' || r.status === 'Failed');
  return status === 'Success' && isClosed;
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
      hotFolders: ledger.hotFolders.paths(),
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
