/**
 * Returns the state of an execution, a PSD, and a custom model or scene at a given time. All
 * functions are pure: the state depends only on the given time, the time of the request, and what the
 * seed decided when the request arrived (interface: "States and transitions").
 */
import { chance } from './chance.ts';
import type { DemoFailures, DemoSpeed } from './types.ts';

/**
 * The course of an execution. It is decided when the execution arrives and is saved then, so that a
 * restart changes nothing.
 */
export interface ExecutionPlan {
  /** Time at which the execution was accepted, in ms since 1970. */
  readonly acceptedAt: number;
  /** Time in ms after `acceptedAt` at which segmenting ends; 0 for agents that do not segment. */
  readonly segmentedAfter: number;
  readonly pendingUntil: number;
  /** Time in ms after `acceptedAt` at which each image is due. */
  readonly due: readonly number[];
  /** Indices of the images that fail. */
  readonly failing: readonly number[];
}

export interface ResultNow {
  readonly status: 'Pending' | 'Running' | 'Success' | 'Failed';
  /** Progress from 0 to 1. */
  readonly progress: number;
}

export interface ExecutionNow {
  readonly status: 'Segmenting' | 'Pending' | 'Running' | 'Success' | 'Failed';
  readonly results: readonly ResultNow[];
}

/** The state of rendering an image. An image may be due before it is rendered. */
export type RenderState = 'open' | 'made' | 'failed';

/** Fractions of the total time at which segmenting ends, and at which waiting in the queue ends. */
const segmentingShare = 0.15;
const queueShare = 0.3;

/** Decides the course of one execution. `ordinal` is the number of the execution, counted from 1. */
export function planExecution(
  execution: {
    readonly ordinal: number;
    readonly acceptedAt: number;
    readonly images: number;
    readonly segments: boolean;
  },
  demo: { readonly seed: number; readonly speed: DemoSpeed; readonly failures: DemoFailures },
): ExecutionPlan {
  const { seed, speed, failures } = demo;
  const draw = (what: string, index = 0) => chance(seed, what, execution.ordinal, index);
  const swing = speed.jitterMs * (2 * draw('duration') - 1);
  const whole = Math.max(0, Math.round(speed.executionMs + swing));
  const indices = Array.from({ length: execution.images }, (_, index) => index);
  const fails = draw('execution') < (failures.execution ?? 0);
  const queueEnds = Math.round(whole * queueShare);
  return {
    acceptedAt: execution.acceptedAt,
    segmentedAfter: execution.segments ? Math.round(whole * segmentingShare) : 0,
    pendingUntil: queueEnds,
    due: indices.map((index) =>
      Math.round(queueEnds + ((whole - queueEnds) * (index + 1)) / execution.images),
    ),
    failing: indices.filter((index) => fails || draw('result', index) < (failures.result ?? 0)),
  };
}

function resultAt(
  plan: ExecutionPlan,
  index: number,
  elapsed: number,
  render: RenderState,
): ResultNow {
  const due = plan.due[index] ?? 0;
  const share = (elapsed - plan.pendingUntil) / Math.max(1, due - plan.pendingUntil);
  const running = { status: 'Running', progress: hundredths(Math.min(0.99, share)) } as const;
  if (elapsed < plan.pendingUntil) return { status: 'Pending', progress: 0 };
  if (elapsed < due) return running;
  if (plan.failing.includes(index) || render === 'failed') return { status: 'Failed', progress: 1 };
  return render === 'made' ? { status: 'Success', progress: 1 } : running;
}

function hundredths(share: number): number {
  return Math.floor(share * 100) / 100;
}

function statusOf(plan: ExecutionPlan, elapsed: number, results: readonly ResultNow[]) {
  if (elapsed < plan.segmentedAfter) return 'Segmenting';
  if (elapsed < plan.pendingUntil) return 'Pending';
  if (results.some((result) => result.status === 'Running')) return 'Running';
  return results.every((result) => result.status === 'Failed') ? 'Failed' : 'Success';
}

/**
 * Returns the states of an execution and its images at `now` (ms since 1970); `render[i]` is the state of image i.
 */
export function executionAt(
  plan: ExecutionPlan,
  now: number,
  render: readonly RenderState[],
): ExecutionNow {
  const elapsed = now - plan.acceptedAt;
  const results = plan.due.map((_, index) =>
    resultAt(plan, index, elapsed, render[index] ?? 'open'),
  );
  return { status: statusOf(plan, elapsed, results), results };
}

/**
 * Returns the status of a PSD that was requested at `requestedAt` and takes `psdMs`. `render` is
 * the state of rendering the PSD.
 */
export function psdAt(
  psd: { readonly requestedAt: number; readonly fails: boolean; readonly render: RenderState },
  now: number,
  psdMs: number,
): 'Pending' | 'Running' | 'Success' | 'Failed' {
  const elapsed = now - psd.requestedAt;
  if (elapsed < psdMs * queueShare) return 'Pending';
  if (elapsed < psdMs) return 'Running';
  if (psd.fails || psd.render === 'failed') return 'Failed';
  return psd.render === 'made' ? 'Success' : 'Running';
}

/** Returns the status of a custom model or scene. */
export function preparationAt(
  model: { readonly createdAt: number; readonly fails: boolean },
  now: number,
  preparationMs: number,
): 'prepare' | 'complete' | 'failed' {
  if (now - model.createdAt < preparationMs) return 'prepare';
  return model.fails ? 'failed' : 'complete';
}
