import { failure, problemOf } from '#shared/failure.ts';
import { problemIn, success, type Outcome, type Problem } from '#shared/problem.ts';
import type { ExecutionRow } from '../../adapters/ledger/executions.ts';
import type { Job } from '../../adapters/ledger/jobs.ts';
import type { ResultRow } from '../../adapters/ledger/results.ts';
import { endDeletion } from './deletions.ts';
import { workFolderOf } from './inputs.ts';
import { mayTurnUp } from './late.ts';
import { leastImages } from './ordered.ts';
import type { Parts } from './parts.ts';
import { hasMaskFile, type JobFile } from './plan.ts';
import type { Report } from './report.ts';

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
    warning: problemIn(
      checkComplete(job, orderedIn(executions, images), delivered.length, words, results),
    ),
  };
}

/** Returns how many images the executions of a run should have listed, without those that listed none. */
function orderedIn(executions: readonly ExecutionRow[], images: readonly ResultRow[]): number {
  const ordered = executions.map((one) => {
    const listed = images.filter((r) => r.executionRow === one.id).length;
    return listed === 0 ? 0 : Math.max(listed, leastImages(one));
  });
  return ordered.reduce((sum, count) => sum + count, 0);
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
