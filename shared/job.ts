import type { Size } from './pictures.ts';

/**
 * A job: one photo with one recipe, run once. `state` is shown to the user: a job is `waiting` until its request has
 * been sent to the service, and then `running`. The current step is not stored; queue/plan.ts derives it from the
 * ledger's columns.
 */
export const jobStates = ['waiting', 'running', 'done', 'failed', 'held', 'cancelled'] as const;
export type JobState = (typeof jobStates)[number];

export type StateCounts = Readonly<Record<JobState, number>>;

/** The counts when there are no jobs. */
export const noJobs: StateCounts = {
  waiting: 0,
  running: 0,
  done: 0,
  failed: 0,
  held: 0,
  cancelled: 0,
};

/** States that need attention: the user retries the job, or dismisses it by cancelling. */
export const personStates: readonly JobState[] = ['held', 'failed'];

/**
 * Returns how many things need attention: failed jobs, held jobs, and `unanswered`, the number of photos in large drops
 * and of files that hot folders refused. Everything that shows this number uses this function; for all hot folders
 * together, `needAttention` adds what needs attention at other stations.
 */
export function needPerson(counts: StateCounts, unanswered: number): number {
  return personStates.reduce((sum, state) => sum + counts[state], unanswered);
}

/** A file that has been delivered to the output folder. */
export interface DeliveredFile extends Size {
  /** Absolute path. */
  readonly file: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** A delivered file for a shop, made from a result with a preset of the Finish feature. */
export interface DeliveredShopFile extends DeliveredFile {
  /** Name of the preset. */
  readonly preset: string;
}

/** A copy of a photo for the service: upright, in sRGB and within the service's limits. */
export interface PreparedCopy {
  /** Absolute path in the data folder. */
  readonly file: string;
  readonly sha256: string;
  readonly bytes: number;
  /** px; a custom mask must have exactly this width and height. */
  readonly width: number;
  /** px */
  readonly height: number;
  /** MIME type. */
  readonly type: string;
  /** The changes to the photo as texts for the user: "turned upright", "from Adobe RGB", … */
  readonly changes: readonly string[];
}

/** A downloaded and verified file in the data folder that waits for delivery. */
export interface FetchedFile extends Size {
  /** Absolute path. */
  readonly file: string;
  readonly sha256: string;
  readonly bytes: number;
  /** File extension determined from the content, with the dot: .png .jpg .webp .psd */
  readonly extension: string;
}
