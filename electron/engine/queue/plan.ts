import type { ExecutionRow } from '../../adapters/ledger/executions.ts';
import type { Job } from '../../adapters/ledger/jobs.ts';
import type { ResultRow } from '../../adapters/ledger/results.ts';

/** All rows of one job in the ledger. */
export interface JobFile {
  readonly job: Job;
  readonly executions: readonly ExecutionRow[];
  readonly results: readonly ResultRow[];
}

/** The next step of a job. `rest`: the job has ended, or needs the user. */
export type Step =
  | { readonly do: 'rest' }
  | { readonly do: 'sleep'; readonly until: number }
  | { readonly do: 'prepare' | 'upload' | 'create' | 'finish' }
  | { readonly do: 'execute'; readonly intent: ExecutionRow | null }
  | { readonly do: 'resolve' | 'poll' | 'expire'; readonly execution: ExecutionRow }
  | {
      readonly do: 'fetch' | 'compose' | 'place' | 'finish-result' | 'psd-request' | 'psd-poll';
      readonly execution: ExecutionRow;
      readonly result: ResultRow;
    }
  | {
      readonly do: 'place-shop-file';
      readonly execution: ExecutionRow;
      readonly result: ResultRow;
      /** Index in the result's shop files. */
      readonly at: number;
    }
  | { readonly do: 'psd-want'; readonly execution: ExecutionRow };

export interface Timing {
  /** Returns the monotonic ms at which to query a started execution. */
  pollAt(execution: ExecutionRow): number;
  /** Returns the monotonic ms at which to query an execution in doubt. */
  questionAt(execution: ExecutionRow): number;
  /**
   * Returns the monotonic ms at which an execution is queried once more and held if it has not
   * ended (F88).
   */
  deadline(execution: ExecutionRow): number;
}

/**
 * The state machine of a job: returns the next step from the ledger's rows alone. Pure: `now` is
 * monotonic ms, and the rows show what the program was doing before a crash.
 */
export function plan(file: JobFile, now: number, timing: Timing): Step {
  const { job } = file;
  if (job.state !== 'waiting' && job.state !== 'running') return { do: 'rest' };
  if (job.notBefore > now) return { do: 'sleep', until: job.notBefore };

  const doubtful = firstBy(file.executions.filter(isInDoubt), (e) => timing.questionAt(e));
  const asked = doubtful === null ? Infinity : timing.questionAt(doubtful);
  if (doubtful !== null && asked <= now) return { do: 'resolve', execution: doubtful };

  const started = file.executions.filter((e) => e.state === 'started');
  if (started.length > 0) {
    const step = follow(file, started, now, timing);
    return step.do === 'sleep' ? { do: 'sleep', until: Math.min(step.until, asked) } : step;
  }
  if (doubtful !== null) return deliver(file) ?? { do: 'sleep', until: asked };

  if (!hasRun(file)) return towardsExecution(file);
  return deliver(file) ?? { do: 'finish' };
}

/** Returns whether it is unknown if the service accepted the execution. */
export function isInDoubt({ state }: ExecutionRow): boolean {
  return state === 'sending' || state === 'doubt';
}

/** Returns whether the last requested run has been bought and has ended. */
function hasRun({ job, executions }: JobFile): boolean {
  return executions.some((e) => isOfRun(job, e) && e.state === 'finished');
}

/** Returns whether an execution belongs to the last requested run. */
function isOfRun({ runs }: Job, { run }: ExecutionRow): boolean {
  return run === runs;
}

function towardsExecution({ job, executions }: JobFile): Step {
  if (job.taskId === null) {
    if (job.inputs === null) return { do: 'prepare' };
    if (job.uploads.originalImage === undefined) return { do: 'upload' };
    return { do: 'create' };
  }
  // the copies were removed at the end of an earlier run, so they are prepared again
  if (job.inputs === null && hasMaskFile(job)) return { do: 'prepare' };
  return { do: 'execute', intent: executions.find((e) => e.state === 'intent') ?? null };
}

function follow(
  file: JobFile,
  started: readonly ExecutionRow[],
  now: number,
  timing: Timing,
): Step {
  const late = started.find((e) => timing.deadline(e) <= now);
  if (late !== undefined) return { do: 'expire', execution: late };
  const next = firstBy(started, (e) => timing.pollAt(e));
  if (next === null) return { do: 'finish' };
  if (timing.pollAt(next) <= now) return { do: 'poll', execution: next };
  // deliver finished images while the others are still being made
  return deliver(file) ?? { do: 'sleep', until: timing.pollAt(next) };
}

/** Returns the next file to fetch, make or place; null when all available files are delivered. */
function deliver(file: JobFile): Step | null {
  for (const result of imagesToDeliver(file)) {
    const execution = file.executions.find((e) => e.id === result.executionRow);
    const step = execution === undefined ? null : deliverOne(file.job, execution, result);
    if (step !== null) return step;
  }
  for (const result of file.results.filter(isLayersToPlace)) {
    const execution = file.executions.find((e) => e.id === result.executionRow);
    if (execution !== undefined) return { do: 'place', execution, result };
  }
  for (const result of file.results.filter(isDeliveredImage)) {
    const execution = file.executions.find((e) => e.id === result.executionRow);
    const step = execution === undefined ? null : finishOne(file.job, execution, result);
    if (step !== null) return step;
  }
  return followPsds(file);
}

/** Returns the next step for a layered PSD of the service; null when all are delivered or given up. */
function followPsds(file: JobFile): Step | null {
  for (const execution of file.executions) {
    const results = file.results.filter((r) => r.executionRow === execution.id);
    if (execution.state !== 'finished') continue;
    if (!results.some((r) => r.kind === 'image' && r.status === 'Success')) continue;
    const psd = results.find((r) => r.kind === 'psd');
    if (psd === undefined) {
      if (file.job.recipe.delivery.psd && isOfRun(file.job, execution)) {
        return { do: 'psd-want', execution };
      }
      continue;
    }
    const step = followPsd(execution, psd);
    if (step !== null) return step;
  }
  return null;
}

/** Sorts images to deliver. An image that fails repeatedly comes last, so that the others do not wait for it. */
function imagesToDeliver({ results }: JobFile): ResultRow[] {
  const rank = (r: ResultRow) =>
    r.fetched !== null ? 0 : hasAddress(r) ? 1 + r.fetches : Infinity;
  return results
    .filter((r) => r.kind === 'image' && r.status === 'Success' && r.delivered === null)
    .sort((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)));
}

function isLayersToPlace({ kind, status, fetched, delivered }: ResultRow): boolean {
  return kind === 'layers' && status === 'Success' && fetched !== null && delivered === null;
}

function isDeliveredImage({ kind, delivered }: ResultRow): boolean {
  return kind === 'image' && delivered !== null;
}

/**
 * Returns the next step for the shop files of a delivered image; null when all are placed. Images of an earlier run get
 * only the files that were made for them then, because the job's recipe may have changed since.
 */
function finishOne(job: Job, execution: ExecutionRow, result: ResultRow): Step | null {
  const isToFinish = isOfRun(job, execution);
  if (result.finish === null) {
    const isWanted = isToFinish && job.recipe.delivery.finish.length > 0;
    return isWanted ? { do: 'finish-result', execution, result } : null;
  }
  const { files } = result.finish;
  const open = files.filter(({ delivered }) => delivered === null);
  const made = open.find((file) => file.made !== null);
  if (isToFinish && open.some((file) => file.made === null)) {
    return { do: 'finish-result', execution, result };
  }
  return made === undefined
    ? null
    : { do: 'place-shop-file', execution, result, at: files.indexOf(made) };
}

function deliverOne(job: Job, execution: ExecutionRow, result: ResultRow): Step | null {
  if (result.fetched !== null) {
    const isToCompose = wantsOriginalPixels(job) && result.composed === null;
    return { do: isToCompose ? 'compose' : 'place', execution, result };
  }
  if (hasAddress(result)) return { do: 'fetch', execution, result };
  // an image that is still being made is polled on its own schedule
  return execution.state === 'finished' ? { do: 'poll', execution } : null;
}

function hasAddress({ url }: ResultRow): boolean {
  return url !== null && url !== '';
}

function followPsd(execution: ExecutionRow, psd: ResultRow): Step | null {
  if (psd.delivered !== null || psd.status === 'GivenUp') return null;
  if (psd.fetched !== null) return { do: 'place', execution, result: psd };
  if (psd.status === 'Success' && psd.url !== null) return { do: 'fetch', execution, result: psd };
  if (psd.status === 'Wanted' || psd.status === 'NotStart' || psd.status === 'Failed') {
    return { do: 'psd-request', execution, result: psd };
  }
  return { do: 'psd-poll', execution, result: psd };
}

/** Returns the execution with the earliest time; the older one of two with the same time. */
function firstBy(
  executions: readonly ExecutionRow[],
  at: (execution: ExecutionRow) => number,
): ExecutionRow | null {
  return executions.reduce<ExecutionRow | null>(
    (first, e) => (first === null || at(e) < at(first) ? e : first),
    null,
  );
}

/** Returns whether each execution needs a mask that Darkslide makes. */
export function hasMaskFile({ recipe }: Job): boolean {
  return recipe.mask !== null && !isAddress(recipe.mask);
}

/** Returns whether the photo's own pixels are restored in the images of a job. */
function wantsOriginalPixels(job: Job): boolean {
  return job.recipe.delivery.originalPixels && hasMaskFile(job);
}

/** Returns whether a photo was added by URL, which is passed on unchanged. */
export function isAddress(source: string): boolean {
  return /^https?:\/\//i.test(source);
}
