import { noJobs, type JobState, type PreparedCopy } from '#shared/job.ts';
import { searchedFields, type SearchedJob } from '#shared/job-row.ts';
import { failure, success, type Outcome, type Problem, type ProblemCode } from '#shared/problem.ts';
import { exportRecipe, parseRecipe, type Recipe } from '#shared/recipe.ts';
import type { Clock } from '../../base/clock.ts';
import { readProblem, type HistoryRepository } from './history.ts';
import { columnOf } from './job-columns.ts';
import { nameOrder } from './name-order.ts';
import { nextJobs } from './next-jobs.ts';
import type { Relearning } from './relearn.ts';
import { searchTextOf } from './search.ts';
import type { Database } from './sqlite.ts';

/** The photos an agent takes besides the original ("initParams"). */
export type FurtherPhoto = 'fashionModelImage' | 'locationImage';

/** Everything of a job that goes to the service, ready in the data folder. */
export interface Inputs {
  /** Null for a photo given by its address. */
  readonly original: PreparedCopy | null;
  /** The mask image, when the recipe has one that is a file. */
  readonly mask: string | null;
  readonly further: Readonly<Partial<Record<FurtherPhoto, PreparedCopy>>>;
}

/** Addresses at the service, by what the photo is to the agent ("initParams"). */
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
  /** Absolute path where the photo lies now, or its address. */
  readonly source: string;
  /** The photo's own file name. */
  readonly name: string;
  readonly outFolder: string;
  readonly subFolder: string;
  /** Higher goes first. */
  readonly priority: number;
  readonly state: JobState;
  readonly runs: number;
  readonly attempts: number;
  /** Monotonic ms of this run of the program. */
  readonly notBefore: number;
  readonly inputs: Inputs | null;
  readonly uploads: Uploads;
  readonly taskId: string | null;
  readonly problem: Problem | null;
  readonly createdAt: number;
  readonly endedAt: number | null;
}

export interface Admission {
  readonly photoId: number;
  readonly recipeId: number;
  /** SHA-256 of what is bought: the recipe's identity with the content of its files. */
  readonly identity: string;
  readonly hotFolderId: number | null;
  readonly source: string;
  readonly name: string;
  readonly outFolder: string;
  readonly subFolder: string;
  /** Higher goes first. */
  readonly priority: number;
}

export interface JobRepository {
  /** The id of a recipe, written down when its text is new. */
  recipe(recipe: Recipe, identity: string): number;
  /** The recipe of this id; undefined when there is none that can be read. */
  recipeOf(recipeId: number): Recipe | undefined;
  /** One photo with one recipe is one job: an earlier one is returned instead of a second. */
  admit(admission: Admission): { readonly id: number; readonly fresh: boolean };
  /** The job of a photo, by its content or 'url:' and its address, with a recipe's identity. */
  find(photoIdentity: string, identity: string): number | undefined;
  /** Problem job-unreadable when the row cannot be understood (F47). */
  load(id: number): Outcome<Job>;
  /**
   * The jobs to take up next: started ones first, then by priority and age, without those that are
   * carried already. Of the hot folders in `atLimit` (0: of photos a person gave) only those whose run
   * may have been paid for.
   */
  next(count: number, carried: ReadonlySet<number>, atLimit: readonly number[]): number[];
  /** Ids in these states, oldest first. */
  list(states: readonly JobState[], limit: number): number[];
  count(): Record<JobState, number>;
  /** Its run was sent to the service, see also `sending` of the executions. */
  running(id: number): void;
  /** Nothing of its run is at the service: it waits with the others. */
  waiting(id: number): void;
  prepared(id: number, inputs: Inputs): void;
  /** The copies are gone or no longer fit the photo: they are made anew. */
  unprepared(id: number): void;
  uploaded(id: number, uploads: Uploads): void;
  created(id: number, taskId: string): void;
  /** A step that can be tried again: counts the try and waits until `notBefore`. */
  postpone(id: number, notBefore: number, problem: Problem): void;
  /** Waits for what is no failure of its own, until `notBefore`. Counts no try. */
  park(id: number, notBefore: number, problem: Problem): void;
  /** Asked, and it is not there yet: looks again at `notBefore`. Counts as a try. */
  wait(id: number, notBefore: number): void;
  /** A step went through: tries begin anew. */
  advanced(id: number): void;
  /** Begins the task anew: the next step creates another one. */
  forgetTask(id: number): void;
  /**
   * Runs with another recipe from now on; what was made ready with the former one is made anew. Nothing
   * of it may have been bought, and no other job may be of its photo and this identity. `what`: for its
   * history.
   */
  changeRecipe(
    id: number,
    recipe: { readonly id: number; readonly identity: string },
    what: string,
  ): void;
  /** Nothing of it is at the service any more: copies, uploads and task are made anew. */
  beginAnew(id: number): void;
  end(id: number, state: 'done' | 'failed' | 'held' | 'cancelled', problem: Problem | null): void;
  /** Something to know about a job that has ended or is held; its state stays. */
  warn(id: number, problem: Problem): void;
  /** A person lets it go on, which begins every wait of it anew, or asks for one more run of it. */
  resume(id: number, change?: { readonly again?: boolean; readonly outFolder?: string }): void;
  /** Higher goes first. */
  prioritise(id: number, priority: number): void;
  /** The photo was moved. */
  moved(id: number, source: string): void;
  /** After a start: no wait of an earlier run of the program counts any more. */
  recover(): void;
}

interface Row {
  id: number;
  sha256: string | null;
  recipe_id: number;
  recipe_text: string;
  hot_folder_id: number | null;
  source: string;
  name: string;
  out_folder: string;
  sub_folder: string;
  priority: number;
  state: JobState;
  runs: number;
  attempts: number;
  not_before: number;
  inputs: string | null;
  uploads: string | null;
  task_id: string | null;
  code: ProblemCode | null;
  message: string | null;
  about: string | null;
  created_at: number;
  ended_at: number | null;
}

const LOAD = `SELECT j.*, p.sha256, r.text AS recipe_text FROM jobs j
  JOIN photos p ON p.id = j.photo_id JOIN recipes r ON r.id = j.recipe_id WHERE j.id = ?`;

/** The columns of a problem, in the order of `columnsOf`. */
const PROBLEM = 'code = ?, message = ?, about = ?';
const NO_PROBLEM = 'code = NULL, message = NULL, about = NULL';

function columnsOf(problem: Problem | null): readonly (string | null)[] {
  return [problem?.code ?? null, problem?.message ?? null, problem?.about ?? null];
}

export function jobRepository(
  db: Database,
  clock: Clock,
  history: HistoryRepository,
  relearning: Relearning,
): JobRepository {
  const recipes = new Map<number, Recipe>();
  const set = (id: number, assignments: string, ...values: (string | number | null)[]) => {
    const changed = db.run(
      `UPDATE jobs SET ${assignments}, updated_at = ? WHERE id = ?`,
      ...values,
      clock.wall(),
      id,
    );
    if (changed !== 1) throw new Error(`There is no job ${id}.`);
  };

  const recipeIn = ({ recipe_id, recipe_text }: Pick<Row, 'recipe_id' | 'recipe_text'>) => {
    const known = recipes.get(recipe_id);
    if (known !== undefined) return known;
    const parsed = parseRecipe(JSON.parse(recipe_text));
    if (!('recipe' in parsed)) return null;
    recipes.set(recipe_id, parsed.recipe);
    return parsed.recipe;
  };

  return {
    recipeOf(recipeId) {
      const row = db.get<{ recipe_text: string }>(
        'SELECT text AS recipe_text FROM recipes WHERE id = ?',
        recipeId,
      );
      return row === undefined
        ? undefined
        : (recipeIn({ recipe_id: recipeId, ...row }) ?? undefined);
    },
    recipe(recipe, identity) {
      const text = exportRecipe(recipe);
      const known = db.get<{ id: number }>('SELECT id FROM recipes WHERE text = ?', text);
      if (known !== undefined) return known.id;
      return db.insert('INSERT INTO recipes (text, identity) VALUES (?, ?)', text, identity);
    },
    admit: (a) =>
      db.transaction(() => {
        const known = db.get<{ id: number }>(
          'SELECT id FROM jobs WHERE photo_id = ? AND identity = ?',
          a.photoId,
          a.identity,
        );
        if (known !== undefined) return { id: known.id, fresh: false };
        const now = clock.wall();
        const id = db.insert(
          `INSERT INTO jobs (photo_id, recipe_id, identity, hot_folder_id, source, name, out_folder,
             sub_folder, priority, search, name_order, state, created_at, updated_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'waiting', ?, ?)`,
          a.photoId,
          a.recipeId,
          a.identity,
          a.hotFolderId,
          a.source,
          a.name,
          a.outFolder,
          a.subFolder,
          a.priority,
          searchTextOf(a),
          nameOrder(a.name),
          now,
          now,
        );
        history.note(id, 'admitted', a.source);
        relearning.remember(id);
        return { id, fresh: true };
      }),
    find: (photoIdentity, identity) =>
      db.get<{ id: number }>(
        `SELECT j.id FROM jobs j JOIN photos p ON p.id = j.photo_id
         WHERE p.identity = ? AND j.identity = ?`,
        photoIdentity,
        identity,
      )?.id,
    load(id) {
      const row = db.get<Row>(LOAD, id);
      if (row === undefined)
        return failure('job-not-found', `There is no job ${id}.`, { about: String(id) });
      try {
        const recipe = recipeIn(row);
        if (recipe !== null) return success(read(row, recipe));
      } catch {
        // falls through to the one sentence for every way a row can be unreadable
      }
      return failure(
        'job-unreadable',
        `What the ledger holds of job ${id} (${row.name}) cannot be read. It is kept as it is; nothing was sent.`,
        { about: row.name },
      );
    },
    next: (count, carried, atLimit) => nextJobs(db, count, carried, atLimit),
    list: (states, limit) =>
      db
        .all<{ id: number }>(
          `SELECT id FROM jobs WHERE state IN (SELECT value FROM json_each(?)) ORDER BY id LIMIT ?`,
          JSON.stringify(states),
          limit,
        )
        .map((row) => row.id),
    count() {
      const counts = { ...noJobs };
      for (const row of db.all<{ state: JobState; n: number }>(
        'SELECT state, sum(jobs) AS n FROM job_counts GROUP BY state',
      )) {
        counts[row.state] = row.n;
      }
      return counts;
    },
    running: (id) => set(id, "state = 'running'"),
    waiting: (id) => set(id, "state = 'waiting'"),
    prepared: (id, inputs) => set(id, 'inputs = ?, attempts = 0', JSON.stringify(inputs)),
    unprepared: (id) => set(id, 'inputs = NULL'),
    uploaded: (id, uploads) => set(id, 'uploads = ?, attempts = 0', JSON.stringify(uploads)),
    created: (id, taskId) => set(id, 'task_id = ?, attempts = 0', taskId),
    postpone: (id, notBefore, problem) =>
      set(
        id,
        `attempts = attempts + 1, not_before = ?, ${PROBLEM}`,
        Math.round(notBefore),
        ...columnsOf(problem),
      ),
    park: (id, notBefore, problem) =>
      set(id, `not_before = ?, ${PROBLEM}`, Math.round(notBefore), ...columnsOf(problem)),
    wait: (id, notBefore) =>
      set(id, 'attempts = attempts + 1, not_before = ?', Math.round(notBefore)),
    advanced: (id) => set(id, `attempts = 0, not_before = 0, ${NO_PROBLEM}`),
    forgetTask: (id) => set(id, 'task_id = NULL'),
    changeRecipe: (id, recipe, what) =>
      db.transaction(() => {
        set(
          id,
          'recipe_id = ?, identity = ?, task_id = NULL, uploads = NULL, inputs = NULL',
          recipe.id,
          recipe.identity,
        );
        history.note(id, what);
        relearning.remember(id);
      }),
    beginAnew: (id) => set(id, 'task_id = NULL, uploads = NULL, inputs = NULL'),
    end: (id, state, problem) =>
      db.transaction(() => {
        set(
          id,
          `state = ?, ${PROBLEM}, not_before = 0, ended_at = ?`,
          state,
          ...columnsOf(problem),
          clock.wall(),
        );
        history.note(id, state, problem ?? undefined);
      }),
    warn: (id, problem) => set(id, PROBLEM, ...columnsOf(problem)),
    resume: (id, change = {}) =>
      db.transaction(() => {
        set(
          id,
          `state = 'waiting', attempts = 0, not_before = 0, ${NO_PROBLEM},
           ended_at = NULL, runs = runs + ?, out_folder = coalesce(?, out_folder)`,
          change.again === true ? 1 : 0,
          change.outFolder ?? null,
        );
        db.run(
          "UPDATE executions SET awaited_mono = ? WHERE job_id = ? AND state = 'started'",
          Math.round(clock.mono()),
          id,
        );
        history.note(id, change.again === true ? 'asked for again' : 'let go on');
      }),
    prioritise: (id, priority) => set(id, 'priority = ?', priority),
    moved(id, source) {
      const before = db.get<SearchedJob>(
        `SELECT ${searchedFields.map((field) => `${columnOf(field)} AS ${field}`).join(', ')}
         FROM jobs WHERE id = ?`,
        id,
      );
      if (before === undefined) throw new Error(`There is no job ${id}.`);
      set(id, 'source = ?, search = ?', source, searchTextOf({ ...before, source }));
    },
    recover() {
      db.run('UPDATE jobs SET not_before = 0 WHERE not_before <> 0');
    },
  };
}

function read(row: Row, recipe: Recipe): Job {
  return {
    id: row.id,
    photoSha256: row.sha256,
    recipe,
    hotFolderId: row.hot_folder_id,
    source: row.source,
    name: row.name,
    outFolder: row.out_folder,
    subFolder: row.sub_folder,
    priority: row.priority,
    state: row.state,
    runs: row.runs,
    attempts: row.attempts,
    notBefore: row.not_before,
    inputs: row.inputs === null ? null : (JSON.parse(row.inputs) as Inputs),
    uploads: row.uploads === null ? {} : (JSON.parse(row.uploads) as Uploads),
    taskId: row.task_id,
    problem: readProblem(row.code, row.message, row.about),
    createdAt: row.created_at,
    endedAt: row.ended_at,
  };
}
