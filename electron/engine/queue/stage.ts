import type { Stage } from '#shared/job-row.ts';
import { plan, type JobFile, type Step, type Timing } from './plan.ts';

/** Makes every query due now, because a job's stage does not depend on the time. */
const anyTime: Timing = { pollAt: () => 0, questionAt: () => 0, deadline: () => Infinity };

/**
 * Returns the stage of a job for the screen: its next step by the plan, or that it waits for its
 * turn. `isInHand`: whether the queue is processing the job and may be preparing its copy.
 */
export function stageOf(file: JobFile, isInHand: boolean): Stage {
  const { state } = file.job;
  if (state !== 'waiting' && state !== 'running') return 'ended';
  if (state === 'waiting' && !isInHand) return 'waiting';
  return stageOfStep(plan({ ...file, job: { ...file.job, notBefore: 0 } }, 0, anyTime));
}

/**
 * Returns the stage of a job while all work or the job's hot folder is paused: an unpaid job is shown as paused,
 * unless it is being prepared or uploaded. `now`: monotonic ms.
 */
export function stageWhilePaused(file: JobFile, isInHand: boolean, now: number): Stage {
  const stage = stageOf(file, isInHand);
  const isAsleep = file.job.notBefore > now;
  const standsStill =
    stage === 'waiting' || (isAsleep && (stage === 'preparing' || stage === 'uploading'));
  return standsStill ? 'paused' : stage;
}

function stageOfStep(step: Step): Stage {
  switch (step.do) {
    case 'rest':
    case 'sleep':
    case 'execute':
      // the job waits until its slot is free; from the first byte on, the execution's state is `sending`
      return 'waiting';
    case 'prepare':
      return 'preparing';
    case 'upload':
    case 'create':
      return 'uploading';
    case 'resolve':
      return step.execution.state === 'sending' ? 'sending' : 'in-doubt';
    case 'poll':
    case 'expire':
      return 'generating';
    case 'fetch':
      return step.result.kind === 'psd' ? 'making-psd' : 'downloading';
    case 'psd-want':
    case 'psd-request':
    case 'psd-poll':
      return 'making-psd';
    case 'compose':
    case 'place':
    case 'finish-result':
    case 'place-shop-file':
    case 'finish':
      return 'delivering';
  }
}
