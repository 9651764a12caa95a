import { noJobs, type JobState, type PreparedCopy } from '#shared/job.ts';
import { failure } from '#shared/failure.ts';
import { success, type Outcome, type Problem, type ProblemCode } from '#shared/problem.ts';
import type { Recipe } from '#shared/recipe.ts';
import { nextJobs } from './next-jobs.ts';
import type { RecipeReader } from './recipes.ts';
import { storedProblem, type Tables } from './rows.ts';

/** Additional photos that an agent needs (interface: "initParams"). */
export type FurtherPhoto = 'fashionModelImage' | 'locationImage';

/** All files of a job to be sent to the service, prepared in the data folder. */
export interface Inputs {
  /** Null for a photo added by URL. */
  readonly original: PreparedCopy | null;
  /** The mask image, if the recipe has a mask that is a file. */
  readonly mask: string | null;
  readonly further: Readonly<Partial<Record<FurtherPhoto, PreparedCopy>>>;
}

/** Addresses at the service, by the photo's role for the agent (interface: "initParams"). */
export interface Uploads {
  readonly originalImage?: string;
  readonly fashionModelImage?: string;
  readonly locationImage?: string;
}

export interface Job {
  readonly id: number;
  readonly photoSha256: string | null;
  readonly recipe: Recipe;
  readonly hotFolderId: number | null;
  /** Current absolute path of the photo, or its address. */
  readonly source: string;
  /** The photo's own file name. */
  readonly name: string;
  readonly outFolder: string;
  readonly subFolder: string;
  /** Jobs with higher values are processed first. */
  readonly priority: number;
  /** Whether the user asked for the last run, and no hot folder did. */
  readonly byHand: boolean;
  readonly state: JobState;
  readonly runs: number;
  readonly attempts: number;
  /** Monotonic time in ms before which the job must wait, valid only while this process runs. */
  readonly notBefore: number;
  readonly inputs: Inputs | null;
  readonly uploads: Uploads;
  readonly taskId: string | null;
  readonly problem: Problem | null;
  readonly createdAt: number;
  readonly endedAt: number | null;
}

/** Queries of jobs. */
export interface JobQueries {
  /**
   * Returns the job for a photo and the identity of a recipe. The photo is given by its content, or as `url:` and its
   * address.
   */
  find(photoIdentity: string, identity: string): number | undefined;
  /** Returns the jobs of a job's photo whose file is at this path. */
  ofFile(id: number, source: string): number[];
  /** Loads a job. Problem: job-unreadable if the row is invalid (F47). */
  load(id: number): Outcome<Job>;
  /**
   * Returns the jobs to process next, except those in `carried`, which are already being processed:
   * started jobs first, then by priority and age. For the hot folders in `atLimit` (0 stands for
   * photos that the user added), returns only jobs whose run may already be paid for; for those in
   * `shared`, also jobs that this station has taken; for those in `paused`, also jobs whose run the user asked for.
   */
  next(
    count: number,
    carried: ReadonlySet<number>,
    atLimit: readonly number[],
    shared?: readonly number[],
    paused?: readonly number[],
  ): number[];
  /** Returns the ids of jobs in these states, oldest first. */
  list(states: readonly JobState[], limit: number): number[];
  count(): Record<JobState, number>;
}

interface Row extends Omit<Job, 'recipe' | 'byHand' | 'inputs' | 'uploads' | 'problem'> {
  /** The recipe's text. */
  readonly recipe: string;
  readonly byHand: number;
  readonly inputs: string | null;
  readonly uploads: string | null;
  /** The problem's code. */
  readonly problem: ProblemCode | null;
  readonly message: string | null;
  readonly about: string | null;
  readonly said: string | null;
}

const LOAD = `SELECT j.id, p.sha256 AS photoSha256, r.text AS recipe, j.hot_folder_id, j.source,
    j.name, j.out_folder, j.sub_folder, j.priority, j.by_hand, j.state, j.runs, j.attempts, j.not_before,
    j.inputs, j.uploads, j.task_id, j.code AS problem, j.message, j.about, j.said, j.created_at, j.ended_at
  FROM jobs j JOIN photos p ON p.id = j.photo_id JOIN recipes r ON r.id = j.recipe_id
  WHERE j.id = ?`;

export function jobQueries(db: Tables, recipes: RecipeReader): JobQueries {
  return {
    find: (photoIdentity, identity) =>
      db.value(
        `SELECT j.id FROM jobs j JOIN photos p ON p.id = j.photo_id
         WHERE p.identity = ? AND j.identity = ?`,
        photoIdentity,
        identity,
      ),
    ofFile: (id, source) =>
      db.column(
        `SELECT id FROM jobs WHERE photo_id = (SELECT photo_id FROM jobs WHERE id = ?)
         AND source = ? ORDER BY id`,
        id,
        source,
      ),
    load(id) {
      const row = db.get<Row>(LOAD, id);
      if (row === undefined) return failure('job-not-found', { id }, { about: String(id) });
      try {
        const job = read(row, recipes);
        if (job !== undefined) return success(job);
      } catch {
        // an unreadable recipe is reported like any other unreadable row, below
      }
      return failure('job-unreadable', { id, name: row.name }, { about: row.name });
    },
    next: (count, carried, atLimit, shared = [], paused = []) =>
      nextJobs(db, count, carried, { atLimit, shared, paused }),
    list: (states, limit) =>
      db.column(
        `SELECT id FROM jobs WHERE state IN (SELECT value FROM json_each(?)) ORDER BY id LIMIT ?`,
        JSON.stringify(states),
        limit,
      ),
    count() {
      const rows = db.all<{ state: JobState; n: number }>(
        'SELECT state, sum(jobs) AS n FROM job_counts GROUP BY state',
      );
      return { ...noJobs, ...Object.fromEntries(rows.map(({ state, n }) => [state, n])) };
    },
  };
}

function read({ message, about, said, ...row }: Row, recipes: RecipeReader): Job | undefined {
  const recipe = recipes(row.recipe);
  if (recipe === undefined) return undefined;
  return {
    ...row,
    recipe,
    byHand: row.byHand === 1,
    inputs: row.inputs === null ? null : (JSON.parse(row.inputs) as Inputs),
    uploads: row.uploads === null ? {} : (JSON.parse(row.uploads) as Uploads),
    problem: storedProblem({ code: row.problem, message, about, said }),
  };
}
