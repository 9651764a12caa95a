/**
 * A job: one photo to be run with one recipe, once. `state` is what a person is told; the stage a
 * running job is in is derived from the ledger's columns by queue/plan.ts, never stored twice.
 */
export const jobStates = ['waiting', 'running', 'done', 'failed', 'held', 'cancelled'] as const;
export type JobState = (typeof jobStates)[number];

/** Ended for good, unless a person asks for more. */
export const endedStates = ['done', 'failed', 'cancelled'] as const;

/** The step a job is at, as the queue screen and the log name it. */
export const jobStages = [
  'prepare',
  'upload',
  'create',
  'execute',
  'doubt',
  'wait',
  'download',
  'psd',
  'deliver',
] as const;
export type JobStage = (typeof jobStages)[number];

/** A delivered file. */
export interface DeliveredFile {
  /** Absolute path. */
  readonly file: string;
  readonly sha256: string;
  readonly bytes: number;
  /** px */
  readonly width: number;
  /** px */
  readonly height: number;
}
