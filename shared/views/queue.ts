import type { DeliveredFile, StateCounts } from '../job.ts';
import type { JobRow } from '../job-row.ts';
import type { Fix } from '../fixes.ts';
import type { Problem } from '../problem.ts';

export interface JobPage {
  /** Jobs the filter lets through. */
  readonly total: number;
  /** Jobs it would let through of each state, whichever states it asks for. */
  readonly counts: StateCounts;
  /**
   * Those of them that need attention, whichever states it asks for, and what needs it of hot folders
   * and is no job; that has no recipe and is not searched.
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
  /** Runs again with the photo padded; the saved recipe stays as it is. */
  'pad',
  /** Runs again with its hot folder's saved recipe as it is now. */
  'changed-recipe',
  /** At the service; what lies on the disk stays. */
  'delete-task',
] as const;
export type JobAction = (typeof jobActions)[number];

/** What a person can do about a job, and what it means for photo and money. */
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

/** What came of an action on a job. */
export type ChangeMeaning = AnswerMeaning | 'pads' | 'paused' | 'goes-first' | 'deletes-task';

/** How many of the marked jobs each action has an effect on. */
export type Effects = Readonly<Record<Exclude<JobAction, 'delete-task'>, number>>;

export interface JobDetail {
  readonly row: JobRow;
  /** What helps where trying again does not, or not by itself; see fixes.ts. */
  readonly fixes: readonly Fix[];
  /** The saved recipe that its hot folder runs; null where there is none, as for a run of Retouch. */
  readonly savedRecipeId: number | null;
  readonly answers: readonly JobAnswer[];
  readonly taskId: string | null;
  /** Nothing needs the task at the service any more. */
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
    /** `layers`: the layered file that was made here of an image. */
    readonly kind: 'image' | 'psd' | 'layers';
    readonly status: string;
    readonly error: string | null;
    readonly file: DeliveredFile | null;
  }[];
  readonly history: readonly {
    readonly at: number;
    readonly what: string;
    /** Data that belongs to it: an id, a path, what was changed. */
    readonly detail: string | null;
    /** What led to it. */
    readonly problem: Problem | null;
  }[];
}

/** What came of an action on many jobs. */
export interface ActionResult {
  readonly changed: number;
  readonly refused: number;
  /** The first reasons why some were refused. */
  readonly problems: readonly Problem[];
}
