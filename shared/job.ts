import type { Size } from './pictures.ts';

/**
 * A job: one photo to be run with one recipe, once. `state` is what a person is told: `running` begins
 * when its request is sent to the service, what is only made ready waits. The step that a job is at follows from the ledger's columns (queue/plan.ts) and is never stored twice.
 */
export const jobStates = ['waiting', 'running', 'done', 'failed', 'held', 'cancelled'] as const;
export type JobState = (typeof jobStates)[number];

/** How many jobs there are of each state. */
export type StateCounts = Readonly<Record<JobState, number>>;

/** The counts where there is no job. */
export const noJobs: StateCounts = {
  waiting: 0,
  running: 0,
  done: 0,
  failed: 0,
  held: 0,
  cancelled: 0,
};

/** A job in these states waits for a person, who lets it go on or puts it away by cancelling it. */
export const personStates: readonly JobState[] = ['held', 'failed'];

/**
 * How many things need attention: jobs that wait for a person, and of hot folders the photos of large
 * drops and the refused files (`unanswered`). Every place that shows the number takes it from here.
 */
export function needPerson(counts: StateCounts, unanswered: number): number {
  return personStates.reduce((sum, state) => sum + counts[state], unanswered);
}

/** A delivered file. */
export interface DeliveredFile extends Size {
  /** Absolute path. */
  readonly file: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** A copy of a photo that was made for the service: upright sRGB within its limits. */
export interface PreparedCopy {
  /** Absolute path in the data folder. */
  readonly file: string;
  readonly sha256: string;
  readonly bytes: number;
  /** px; a custom mask must have exactly this size. */
  readonly width: number;
  /** px */
  readonly height: number;
  /** MIME type. */
  readonly type: string;
  /** What was done to the photo, in words a person reads: "turned upright", "from Adobe RGB", … */
  readonly changes: readonly string[];
}

/** One file fetched from the service, verified, that waits in the data folder to be placed. */
export interface FetchedFile extends Size {
  /** Absolute path. */
  readonly file: string;
  readonly sha256: string;
  readonly bytes: number;
  /** By content, with the dot: .png .jpg .webp .psd */
  readonly extension: string;
}
