/** Runs in a worker thread: processes one job at a time, and only the pixels of pictures. */
import { parentPort } from 'node:worker_threads';
import sharp from 'sharp';
import { causeText } from '#shared/problem.ts';
import type { WorkerAnswer, WorkerJob } from '../render/job.ts';
import { makePsd } from '../render/psd.ts';
import { renderExecution } from '../render/render.ts';

// Each picture is used only once, so caching would waste memory.
sharp.cache(false);

function answer(value: WorkerAnswer): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(value);
}

/** Runs a job, and returns its last answer. */
async function work(job: WorkerJob): Promise<WorkerAnswer> {
  if (job.kind === 'psd') await makePsd(job);
  else await renderExecution(job, (index) => answer({ kind: 'made', index }));
  return { kind: 'done' };
}

parentPort?.on('message', (job: WorkerJob) => {
  work(job).then(answer, (error: unknown) =>
    answer({ kind: 'failed', sentence: `The image could not be made: ${causeText(error)}.` }),
  );
});
