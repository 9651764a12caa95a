import type { DeliveredFile, DeliveredShopFile, StateCounts } from '../job.ts';
import type { JobRow } from '../job-row.ts';
import type { Fix } from '../fixes.ts';
import type { Problem } from '../problem.ts';
import type { Recipe } from '../recipe.ts';
import type { RecipeCard } from './recipes.ts';

export interface JobPage {
  /** Number of jobs that match the filter. */
  readonly total: number;
  /** Number of matching jobs per state, ignoring the filter's states. */
  readonly counts: StateCounts;
  /**
   * Number of matching jobs that need attention, ignoring the filter's states, plus large drops and refused files in
   * hot folders. Drops and files have no recipe, and a search does not find them.
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
  /** Runs the job again with its photo padded; the saved recipe does not change. */
  'pad',
  /** Runs the job again with the current version of its hot folder's recipe. */
  'changed-recipe',
  /** Deletes the task from the service; files on disk stay. */
  'delete-task',
] as const;
export type JobAction = (typeof jobActions)[number];

/** An answer that a job offers, and its effect on the photo and on costs. */
export interface JobAnswer {
  readonly action: Exclude<JobAction, 'pause' | 'to-front' | 'pad' | 'delete-task'> | 'adopt';
  readonly means: AnswerMeaning;
}

export type AnswerMeaning =
  | 'goes-on'
  | 'takes-recipe'
  | 'buys-with-recipe'
  | 'asks-again'
  | 'sends-again'
  | 'adopts'
  | 'keeps-waiting'
  | 'gives-up'
  | 'puts-away'
  | 'cancels'
  | 'buys-again';

/** The effect of an action on a job. */
export type ChangeMeaning =
  | Exclude<AnswerMeaning, 'buys-with-recipe'>
  | 'pads'
  | 'changes'
  | 'replaces'
  | 'paused'
  | 'goes-first'
  | 'deletes-task';

/** Number of selected jobs that each action would change. */
export type Effects = Readonly<Record<Exclude<JobAction, 'delete-task'>, number>>;

export interface JobDetail {
  readonly row: JobRow;
  /** Fixes that do more than a retry; see fixes.ts. */
  readonly fixes: readonly Fix[];
  /**
   * Whether the job can run again with other settings: itself if nothing was bought, or as a new job if everything that
   * was bought has ended without an image.
   */
  readonly mayChange: boolean;
  /** ID of the saved recipe of the job's hot folder; null if there is none, for example for a run in Retouch. */
  readonly savedRecipeId: number | null;
  readonly answers: readonly JobAnswer[];
  readonly taskId: string | null;
  /** Whether the task at the service is no longer needed and can be deleted. */
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
    /** `layers`: a layered file that Darkslide created from an image. */
    readonly kind: 'image' | 'psd' | 'layers';
    readonly status: string;
    readonly error: string | null;
    readonly file: DeliveredFile | null;
    readonly shopFiles: readonly DeliveredShopFile[];
  }[];
  readonly history: readonly {
    readonly at: number;
    readonly what: string;
    /** Further data, such as an ID, a path, or what was changed. */
    readonly detail: string | null;
    /** The problem that caused the entry; null if there is none. */
    readonly problem: Problem | null;
  }[];
}

/** The settings that a job can run again with. */
export interface JobFix {
  /** The recipe that the job ran with. */
  readonly recipe: Recipe;
  /** The saved recipe of the job's hot folder; null if there is none, and for a job with a ticket. */
  readonly saved: RecipeCard | null;
}

/** The result of an action on several jobs. */
export interface ActionResult {
  readonly changed: number;
  readonly refused: number;
  /** Problems of refused jobs; only the first ones. */
  readonly problems: readonly Problem[];
}

export interface JobsChanged extends ActionResult {
  /**
   * Ids of the jobs that the action cancelled or paused while they were waiting or running. Retrying exactly these
   * undoes the action; a job that was refused, or had failed or needed attention before, must not be started by an undo.
   */
  readonly undoable: readonly number[];
}
