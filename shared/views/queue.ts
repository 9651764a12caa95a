import type { DeliveredFile, DeliveredShopFile, StateCounts } from '../job.ts';
import type { JobRow } from '../job-row.ts';
import type { Fix } from '../fixes.ts';
import type { Problem } from '../problem.ts';

export interface JobPage {
  /** Jobs that match the filter. */
  readonly total: number;
  /** Matching jobs by state, regardless of the states in the filter. */
  readonly counts: StateCounts;
  /**
   * Matching jobs that need attention, regardless of the states in the filter, and large drops and refused files of hot
   * folders, which have no recipe and are not searched.
   */
  readonly needPerson: number;
  readonly offset: number;
  readonly rows: readonly JobRow[];
}

export const jobActions = [
  'retry',
  'send-again',
  'cancel',
  'pause',
  'to-front',
  /** Runs again with the photo padded; the saved recipe does not change. */
  'pad',
  /** Runs again with the current recipe of its hot folder. */
  'changed-recipe',
  /** Deletes the task from the service; files on disk stay. */
  'delete-task',
] as const;
export type JobAction = (typeof jobActions)[number];

/** A possible answer to a job, and its effect on photo and money. */
export interface JobAnswer {
  readonly action: Exclude<JobAction, 'pause' | 'to-front' | 'pad' | 'delete-task'> | 'adopt';
  readonly means: AnswerMeaning;
}

export type AnswerMeaning =
  | 'goes-on'
  | 'takes-recipe'
  | 'asks-again'
  | 'sends-again'
  | 'adopts'
  | 'keeps-waiting'
  | 'gives-up'
  | 'puts-away'
  | 'cancels'
  | 'buys-again';

/** The effect of an action on a job. */
export type ChangeMeaning = AnswerMeaning | 'pads' | 'paused' | 'goes-first' | 'deletes-task';

/** The number of selected jobs that each action would change. */
export type Effects = Readonly<Record<Exclude<JobAction, 'delete-task'>, number>>;

export interface JobDetail {
  readonly row: JobRow;
  /** Fixes beyond a retry; see fixes.ts. */
  readonly fixes: readonly Fix[];
  /** The saved recipe of its hot folder; null if there is none, as for a run in Retouch. */
  readonly savedRecipeId: number | null;
  readonly answers: readonly JobAnswer[];
  readonly taskId: string | null;
  /** Whether the task at the service is no longer needed. */
  readonly canDeleteTask: boolean;
  readonly executions: readonly {
    readonly executionId: string | null;
    readonly state: string;
    readonly run: number;
    readonly images: number;
    readonly status: string | null;
    readonly intentAt: number;
    readonly finishedAt: number | null;
  }[];
  readonly results: readonly {
    readonly id: number;
    /** `layers`: the layered file that Darkslide created from an image. */
    readonly kind: 'image' | 'psd' | 'layers';
    readonly status: string;
    readonly error: string | null;
    readonly file: DeliveredFile | null;
    readonly shopFiles: readonly DeliveredShopFile[];
  }[];
  readonly history: readonly {
    readonly at: number;
    readonly what: string;
    /** Additional data: an ID, a path, what was changed. */
    readonly detail: string | null;
    /** The cause. */
    readonly problem: Problem | null;
  }[];
}

/** The result of an action on several jobs. */
export interface ActionResult {
  readonly changed: number;
  readonly refused: number;
  /** The first problems of refused jobs. */
  readonly problems: readonly Problem[];
}
