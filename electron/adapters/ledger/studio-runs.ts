import type { RecipeRepository } from './recipes.ts';
import { recordRun, type RecordParts, type StudioResult, type StudioRun } from './record-run.ts';
import {
  photoPlaces,
  type PhotoPlaces,
  type PlacedDocument,
  type RunDocument,
} from './run-documents.ts';

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

/** A run of another station that can't be recorded yet. */
export interface WaitingRun extends RunDocument {
  readonly station: string;
  /** JSON, as stored in the document. */
  readonly content: string;
}

/** A run of this station that the other stations do not know yet. */
export interface OwnRun extends StudioRun {
  /** Id of the execution's row. */
  readonly id: number;
}

/** A run whose document still has the old path of its photo, which this station has moved. */
export interface OutdatedRun extends OwnRun {
  readonly jobId: number;
  readonly document: RunDocument;
}

export interface StudioRunRepository {
  /**
   * Returns the finished runs of this station that the other stations do not know, each with all its delivered images,
   * oldest first. Leaves out runs without a delivered image, photos added by URL, and recipes that can't be
   * read. Returns fewer than `most` runs, but at least one, if there are others.
   */
  unshared(most: number): OwnRun[];
  /** Records that the other stations know a run; `document` is null if this station did not write its document. */
  shared(id: number, document: PlacedDocument | null): void;
  /** Returns runs whose documents still have the old paths of photos that this station has moved. */
  outdated(most: number): OutdatedRun[];
  readonly places: Omit<PhotoPlaces, 'follow' | 'restart' | 'leave'>;
  /** Records that the other stations know none of this station's runs. */
  unshareAll(): void;
  /** Records that the database was restored, so that the stations may know none of the runs. */
  restart(): void;
  /**
   * Records that this station has left its studio: none of its runs counts as shared, and the waiting runs of other
   * stations are discarded.
   */
  leave(): void;
  /**
   * Adds a run of another station, with its results, to the job of this photo and recipe, or to a new job; the job is
   * then done. If the run is known, uses the new place of its photo. Returns false while this station is still
   * processing the job.
   */
  record(run: StudioRun, from: RunDocument & { readonly station: string }): boolean;
  /** Returns the runs that `record` has not accepted yet. */
  waiting(): WaitingRun[];
  wait(run: WaitingRun): void;
  /** Removes a run from those that `waiting` returns. */
  settled(key: string): void;
}

interface Parts extends Omit<RecordParts, 'places'> {
  readonly jobs: RecordParts['jobs'] & RecipeRepository;
}

interface RunRow extends Omit<StudioRun, 'photo' | 'recipe' | 'results'> {
  readonly id: number;
  readonly jobId: number;
  readonly sha256: string;
  readonly bytes: number;
  readonly recipeId: number;
}

const COLUMNS = `e.id, e.job_id, e.task_id, e.execution_id, e.agent, e.client, e.finished_at, p.sha256, p.bytes, j.name,
  j.source, j.recipe_id, j.identity, j.out_folder, j.sub_folder, j.hot_folder_id,
  e.images + e.images_elsewhere AS images`;

const UNSHARED = `
  SELECT ${COLUMNS}
  FROM executions e INDEXED BY executions_unshared JOIN jobs j ON j.id = e.job_id
    JOIN photos p ON p.id = j.photo_id
  WHERE e.shared = 0 AND e.state = 'finished' AND e.station IS NULL AND j.state = 'done'
    AND e.execution_id IS NOT NULL AND p.sha256 IS NOT NULL AND e.id > ?
    AND EXISTS (SELECT 1 FROM results r WHERE r.execution_row = e.id AND r.kind = 'image' AND r.file IS NOT NULL)
  ORDER BY e.id LIMIT ?`;

const OUTDATED = `
  SELECT ${COLUMNS}, d.key, d.version
  FROM moved_photos m JOIN jobs j ON j.id = m.job_id JOIN executions e ON e.job_id = j.id
    JOIN run_documents d ON d.execution_row = e.id JOIN photos p ON p.id = j.photo_id
  WHERE d.source <> j.source ORDER BY e.id LIMIT ?`;

const RESULTS = `
  SELECT position, file, sha256, bytes, width, height, delivered_at FROM results
  WHERE execution_row = ? AND kind = 'image' AND file IS NOT NULL ORDER BY position`;

export function studioRunRepository(parts: Parts): StudioRunRepository {
  const { db, jobs } = parts;
  const places = photoPlaces(db, jobs);
  const unshareAll = () => void db.run('UPDATE executions SET shared = 0 WHERE shared = 1');
  const withContent = <Row extends Omit<RunRow, 'jobId'>>({
    sha256,
    bytes,
    recipeId,
    ...row
  }: Row) => {
    const recipe = jobs.recipeOf(recipeId);
    const results = db.all<StudioResult>(RESULTS, row.id);
    return recipe === undefined || results.length === 0
      ? []
      : [{ ...row, photo: { sha256, bytes }, recipe, results }];
  };
  return {
    places,
    unshared(most) {
      // runs that can't be read must not keep the later ones from being shared
      for (let after = 0; ;) {
        const rows = db.all<RunRow>(UNSHARED, after, most);
        const runs = rows.flatMap(({ jobId: _job, ...row }) => withContent(row));
        if (runs.length > 0 || rows.length === 0) return runs;
        after = rows.at(-1)?.id ?? after;
      }
    },
    shared: (id, document) =>
      db.transaction(() => {
        db.update('executions', { shared: 1 }, 'id = ?', id);
        if (document !== null) places.written(id, document);
      }),
    outdated: (most) =>
      db
        .all<RunRow & RunDocument>(OUTDATED, most)
        .flatMap(withContent)
        .map(({ key, version, ...run }) => ({ ...run, document: { key, version } })),
    unshareAll,
    restart: () =>
      db.transaction(() => {
        unshareAll();
        places.restart();
      }),
    leave: () =>
      db.transaction(() => {
        unshareAll();
        places.leave();
        db.run('DELETE FROM waiting_runs');
      }),
    record: (run, from) => db.transaction(() => recordRun({ ...parts, places }, run, from)),
    waiting: () => db.all('SELECT key, version, station, content FROM waiting_runs ORDER BY key'),
    wait: ({ key, version, station, content }) =>
      db.putRow('waiting_runs', { key, version, station, content }),
    settled: (key) => void db.run('DELETE FROM waiting_runs WHERE key = ?', key),
  };
}
