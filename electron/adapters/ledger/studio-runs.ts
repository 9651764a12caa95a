import { localDay } from '#shared/day.ts';
import type { DeliveredFile, JobState } from '#shared/job.ts';
import type { Recipe } from '#shared/recipe.ts';
import type { HistoryRepository } from './history.ts';
import { OPEN } from './executions.ts';
import type { JobChanges } from './job-changes.ts';
import type { PhotoRepository } from './photos.ts';
import type { RecipeRepository } from './recipes.ts';
import type { Tables } from './rows.ts';

/** The runs of other stations, and which of this station's runs the other stations know; see `migrations`. */
export const studioRunTables = `
  -- name of the station that made the purchase; null: this one
  ALTER TABLE executions ADD COLUMN station TEXT;
  -- 1: the other stations of the shared studio know the run and its results
  ALTER TABLE executions ADD COLUMN shared INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX executions_unshared ON executions (id)
    WHERE shared = 0 AND state = 'finished' AND station IS NULL;

  -- runs of other stations whose jobs are still being processed here
  CREATE TABLE waiting_runs (
    key TEXT PRIMARY KEY,            -- the document's key in the shared studio
    station TEXT NOT NULL,
    content TEXT NOT NULL            -- JSON, as the document holds it
  ) STRICT, WITHOUT ROWID;
`;

/** A finished run and its results, as files of this station. */
export interface StudioRun {
  readonly taskId: string;
  readonly executionId: string;
  readonly agent: string;
  readonly client: string;
  /** Wall-clock ms. */
  readonly finishedAt: number;
  readonly photo: { readonly sha256: string; readonly bytes: number };
  readonly name: string;
  /** Absolute path of the photo. */
  readonly source: string;
  readonly recipe: Recipe;
  /** Identity of the recipe with the content of its files. */
  readonly identity: string;
  readonly outFolder: string;
  readonly subFolder: string;
  readonly results: readonly StudioResult[];
}

export interface StudioResult extends DeliveredFile {
  /** Position at which the service listed the image, from 0. */
  readonly position: number;
  /** Wall-clock ms. */
  readonly deliveredAt: number;
}

/** A run of another station that can't be recorded yet. */
export interface WaitingRun {
  readonly key: string;
  readonly station: string;
  /** JSON, as stored in the document. */
  readonly content: string;
}

/** A run of this station that the other stations do not know yet. */
export interface OwnRun extends StudioRun {
  /** Id of the execution's row. */
  readonly id: number;
}

export interface StudioRunRepository {
  /**
   * Returns the finished runs of this station that the other stations do not know, each with all its delivered images,
   * oldest first. Leaves out photos given by their address, and recipes that can't be read.
   */
  unshared(most: number): OwnRun[];
  /** Records that the other stations know these runs. */
  shared(ids: readonly number[]): void;
  /** Records that the other stations know none of this station's runs. */
  unshareAll(): void;
  /**
   * Records that this station has left its studio: none of its runs counts as shared, and no run of another station
   * waits any longer.
   */
  leave(): void;
  /**
   * Adds a run of another station, with its results, to the job of this photo and recipe, or to a new job; the job is
   * then done. Returns false while this station is still processing the job.
   */
  record(run: StudioRun, station: string): boolean;
  /** Returns the runs that `record` has not accepted yet. */
  waiting(): WaitingRun[];
  wait(run: WaitingRun): void;
  /** Removes a run from those that `waiting` returns. */
  settled(key: string): void;
}

interface Parts {
  readonly db: Tables;
  readonly jobs: Pick<JobChanges, 'admit' | 'end'> & RecipeRepository;
  readonly photos: PhotoRepository;
  readonly history: HistoryRepository;
}

interface RunRow extends Omit<StudioRun, 'photo' | 'recipe' | 'results'> {
  readonly id: number;
  readonly sha256: string;
  readonly bytes: number;
  readonly recipeId: number;
}

const UNSHARED = `
  SELECT e.id, e.task_id, e.execution_id, e.agent, e.client, e.finished_at, p.sha256, p.bytes, j.name, j.source,
    j.recipe_id, j.identity, j.out_folder, j.sub_folder
  FROM executions e INDEXED BY executions_unshared JOIN jobs j ON j.id = e.job_id
    JOIN photos p ON p.id = j.photo_id
  WHERE e.shared = 0 AND e.state = 'finished' AND e.station IS NULL AND j.state = 'done'
    AND e.execution_id IS NOT NULL AND p.sha256 IS NOT NULL
  ORDER BY e.id LIMIT ?`;

const RESULTS = `
  SELECT position, file, sha256, bytes, width, height, delivered_at FROM results
  WHERE execution_row = ? AND kind = 'image' AND file IS NOT NULL ORDER BY position`;

export function studioRunRepository(parts: Parts): StudioRunRepository {
  const { db, jobs } = parts;
  const unshareAll = () => void db.run('UPDATE executions SET shared = 0 WHERE shared = 1');
  return {
    unshared: (most) =>
      db.all<RunRow>(UNSHARED, most).flatMap(({ sha256, bytes, recipeId, ...row }) => {
        const recipe = jobs.recipeOf(recipeId);
        const results = db.all<StudioResult>(RESULTS, row.id);
        return recipe === undefined || results.length === 0
          ? []
          : [{ ...row, photo: { sha256, bytes }, recipe, results }];
      }),
    shared: (ids) =>
      void db.run(
        'UPDATE executions SET shared = 1 WHERE id IN (SELECT value FROM json_each(?))',
        JSON.stringify(ids),
      ),
    unshareAll,
    leave() {
      unshareAll();
      db.run('DELETE FROM waiting_runs');
    },
    record: (run, station) => db.transaction(() => record(parts, run, station)),
    waiting: () => db.all('SELECT key, station, content FROM waiting_runs ORDER BY key'),
    wait: ({ key, station, content }) => db.putRow('waiting_runs', { key, station, content }),
    settled: (key) => void db.run('DELETE FROM waiting_runs WHERE key = ?', key),
  };
}

function record({ db, jobs, photos, history }: Parts, run: StudioRun, station: string): boolean {
  const isKnown = db.get('SELECT 1 FROM executions WHERE execution_id = ?', run.executionId);
  if (isKnown !== undefined) return true;
  const { name, source, identity, outFolder, subFolder, client } = run;
  const photoId = photos.know(run.photo);
  const { id: jobId, fresh } = jobs.admit({
    photoId,
    recipeId: jobs.recipe(run.recipe, identity),
    identity,
    hotFolderId: null,
    source,
    name,
    outFolder,
    subFolder,
    priority: 0,
    client,
  });
  if (!fresh && isBusy(db, jobId)) return false;
  addRun(db, jobId, photoId, run, station);
  history.note(jobId, 'processed by another station', station);
  jobs.end(jobId, 'done', null);
  return true;
}

function isBusy(db: Tables, jobId: number): boolean {
  const state = db.value<JobState>('SELECT state FROM jobs WHERE id = ?', jobId);
  const isOpen = db.get(`SELECT 1 FROM executions WHERE job_id = ? AND ${OPEN}`, jobId);
  return state === 'waiting' || state === 'running' || isOpen !== undefined;
}

/** Adds an execution and its results. The execution costs this station nothing, so it counts against no limit. */
function addRun(
  db: Tables,
  jobId: number,
  photoId: number,
  { taskId, executionId, agent, client, finishedAt, results }: StudioRun,
  station: string,
): void {
  const executionRow = db.insertRow('executions', {
    jobId,
    run: db.value<number>('SELECT runs FROM jobs WHERE id = ?', jobId) ?? 1,
    taskId,
    executionId,
    state: 'finished',
    agent,
    client,
    images: 0,
    day: localDay(finishedAt),
    status: 'Success',
    intentAt: finishedAt,
    finishedAt,
    station,
  });
  for (const { position, file, sha256, bytes, width, height, deliveredAt } of results) {
    const status = 'Success';
    const id = db.insertRow('results', { executionRow, kind: 'image', position, status });
    const delivered = { file, sha256, bytes, width, height, deliveredAt, photoId };
    // a trigger updates the library's lists when a result changes, but not when a result is added
    db.update('results', delivered, 'id = ?', id);
  }
}
