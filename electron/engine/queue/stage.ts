import type { Stage } from '#shared/job-row.ts';
import { plan, type JobFile, type Step, type Timing } from './plan.ts';

/** As if whatever can be asked had to be asked now: what a job is at does not depend on when. */
const anyTime: Timing = { pollAt: () => 0, questionAt: () => 0, deadline: () => Infinity };

/**
 * What a job is at, as a person is told: its next step by the plan, or that it waits for its turn.
 * `isInHand`: the queue has taken it up, so that its copy may be being prepared.
 */
export function stageOf(file: JobFile, isInHand: boolean): Stage {
  const { state } = file.job;
  if (state !== 'waiting' && state !== 'running') return 'ended';
  if (state === 'waiting' && !isInHand) return 'waiting';
  return stageOfStep(plan({ ...file, job: { ...file.job, notBefore: 0 } }, 0, anyTime));
}

/**
 * What it is at while all work or its drop folder is paused: what is not paid for stands still, unless
 * a step that costs nothing is under way. `now`: monotonic ms.
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
      // until its place is free; from the first byte on the execution says `sending`
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
    case 'finish':
      return 'delivering';
  }
}
