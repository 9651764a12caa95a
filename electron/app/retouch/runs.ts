import { basename } from 'node:path';
import type { Run, RunImage } from '#shared/views/retouch.ts';
import { imagesOf } from '../../engine/intake/images-of.ts';
import type { ExecutionRow } from '../../adapters/ledger/executions.ts';
import { unmarked, type MarkRepository } from '../../adapters/ledger/marks.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { ResultRow } from '../../adapters/ledger/results.ts';
import type { JobFile } from '../../engine/queue/plan.ts';

type Marks = ReturnType<MarkRepository['of']>;

/** Returns at most `most` runs of jobs, newest first. A job that cannot be read has no runs. */
export function runsOf(ledger: Ledger, jobIds: readonly number[], most: number): Run[] {
  return jobIds
    .flatMap((id) => runsOfJob(ledger, id))
    .sort((a, b) => b.askedAt - a.askedAt || b.jobId - a.jobId || b.run - a.run)
    .slice(0, most);
}

function runsOfJob(ledger: Ledger, jobId: number): Run[] {
  const job = ledger.jobs.load(jobId);
  if (!job.ok) return [];
  const file: JobFile = {
    job: job.value,
    executions: ledger.executions.ofJob(jobId),
    results: ledger.results.ofJob(jobId),
  };
  const marks = ledger.marks.of(file.results.map(({ id }) => id));
  const waitingSince = () =>
    ledger.history.of(jobId).findLast(({ what }) => what === 'asked for again')?.at;
  return Array.from({ length: job.value.runs }, (_, at) =>
    runOf(file, at + 1, { marks, waitingSince }),
  );
}

interface RunParts {
  readonly marks: Marks;
  /** Returns when the last run of the job was requested; undefined for the first run. */
  waitingSince(): number | undefined;
}

/** Returns one run. A run normally has one execution; if its task has two, both are shown (F20). */
function runOf(file: JobFile, run: number, { marks, waitingSince }: RunParts): Run {
  const { job } = file;
  const isLast = run === job.runs;
  const executions = file.executions.filter((one) => one.run === run && !cameToNought(one));
  const images =
    executions.length > 0
      ? executions.flatMap((one) => imagesOfExecution(file, one, marks))
      : placeholders(imagesOf(job.recipe), 'waiting');
  const ids = new Set(executions.map(({ id }) => id));
  const psd = file.results.find((one) => one.kind === 'psd' && ids.has(one.executionRow));
  return {
    jobId: job.id,
    run,
    recipe: job.recipe,
    isOfFolder: job.hotFolderId !== null,
    state: isLast ? job.state : 'done',
    isPaid: paidFor(executions),
    progress: executions.findLast(({ progress }) => progress !== null)?.progress ?? null,
    images: isLast && job.state === 'failed' ? images.map(failedUnless) : images,
    psd: psd === undefined ? null : psdState(psd),
    problem: isLast ? job.problem : null,
    askedAt: executions[0]?.intentAt ?? waitingSince() ?? job.createdAt,
  };
}

/** Returns an image of a failed run; an image that is not there yet counts as failed. */
function failedUnless(image: RunImage): RunImage {
  return image.state === 'there' ? image : { ...image, state: 'failed' };
}

function cameToNought({ state }: ExecutionRow): boolean {
  return state === 'rejected' || state === 'void';
}

function paidFor(executions: readonly ExecutionRow[]): Run['isPaid'] {
  const is = (...states: ExecutionRow['state'][]) =>
    executions.some(({ state }) => states.includes(state));
  if (is('started', 'finished')) return 'yes';
  return is('sending', 'doubt') ? 'unknown' : 'no';
}

function imagesOfExecution(file: JobFile, execution: ExecutionRow, marks: Marks): RunImage[] {
  const listed = file.results.filter(
    ({ executionRow, kind }) => executionRow === execution.id && kind === 'image',
  );
  const missing = execution.state === 'finished' ? 0 : execution.images - listed.length;
  const state = execution.state === 'started' ? 'making' : 'waiting';
  return [
    ...listed.map((result) => ({
      ...(marks.get(result.id) ?? unmarked),
      resultId: result.id,
      layersId: layersOf(file, result),
      name: result.delivered === null ? null : basename(result.delivered.file),
      state: stateOf(result, execution),
      error: result.error,
      width: result.delivered?.width ?? null,
      height: result.delivered?.height ?? null,
    })),
    ...placeholders(Math.max(0, missing), state),
  ];
}

function layersOf({ results }: JobFile, { executionRow, position }: ResultRow): number | null {
  const layers = results.find(
    (one) =>
      one.kind === 'layers' && one.executionRow === executionRow && one.position === position,
  );
  return layers === undefined || layers.delivered === null ? null : layers.id;
}

function placeholders(count: number, state: RunImage['state']): RunImage[] {
  const lacking = { resultId: null, name: null, layersId: null, error: null };
  const none = { ...unmarked, ...lacking, width: null, height: null, state };
  return Array.from({ length: count }, () => none);
}

function stateOf(result: ResultRow, execution: ExecutionRow): RunImage['state'] {
  if (result.delivered !== null) return 'there';
  if (result.status === 'Success') return 'bringing';
  return result.status === 'Failed' || execution.state === 'finished' ? 'failed' : 'making';
}

function psdState(psd: ResultRow): Run['psd'] {
  if (psd.delivered !== null) return 'there';
  return psd.status === 'GivenUp' ? 'failed' : 'making';
}
