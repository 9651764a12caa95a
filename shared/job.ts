/**
 * A job: one photo to be run with one recipe, once. `state` is what a person is told; the step a
 * running job is at follows from the ledger's columns (queue/plan.ts) and is never stored twice.
 */
export const jobStates = ['waiting', 'running', 'done', 'failed', 'held', 'cancelled'] as const;
export type JobState = (typeof jobStates)[number];

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
