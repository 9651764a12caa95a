import { setImmediate } from 'node:timers/promises';
import type { LibraryForeseen } from '#shared/views/library.ts';
import { systemClock } from '../../base/clock.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import { imagesOf } from '../../engine/intake/images-of.ts';
import { checkTaskSpare } from '../../engine/queue/delete-task.ts';
import { mayRunAgain } from './run-again.ts';

/** Number of jobs that are checked in one batch. */
const LOOKED_AT = 100;

/**
 * Returns the actions that are possible on the jobs of these results, and what running the jobs again would buy.
 * `askAbove`: number of jobs above which confirmation is needed. Works in batches, so that requests of screens are
 * answered in between.
 */
export async function foreseeJobs(
  ledger: Ledger,
  resultIds: readonly number[],
  askAbove: number,
  signal: AbortSignal,
): Promise<LibraryForeseen> {
  const jobIds = [...new Set(ledger.library.executionsOf(resultIds).map(({ jobId }) => jobId))];
  const now = systemClock.wall();
  const images: number[] = [];
  let deletable = 0;
  for (const [at, id] of jobIds.entries()) {
    if (signal.aborted) break;
    if (at % LOOKED_AT === LOOKED_AT - 1) await setImmediate();
    const loaded = ledger.jobs.load(id);
    if (!loaded.ok) continue;
    const job = loaded.value;
    if (mayRunAgain(ledger, job)) images.push(imagesOf(job.recipe));
    const executions = ledger.executions.ofJob(id);
    const file = { job, executions, results: ledger.results.ofJob(id) };
    if (job.taskId !== null && checkTaskSpare(ledger, file, now).ok) deletable += 1;
  }
  return {
    jobIds,
    again: images.length,
    images: images.reduce((sum, each) => sum + each, 0),
    imagesEach: new Set(images).size === 1 ? (images[0] ?? null) : null,
    isMany: images.length > askAbove,
    deletable,
  };
}
