import type { JobChanges } from './job-changes.ts';
import type { Tables } from './rows.ts';

/** What this station knows about the documents of finished runs; see `migrations`. */
export const runDocumentTables = `
  -- the document of a finished run in the shared studio
  CREATE TABLE run_documents (
    execution_row INTEGER PRIMARY KEY REFERENCES executions(id),
    key TEXT NOT NULL,
    version INTEGER NOT NULL,
    source TEXT NOT NULL             -- path of the photo on this station, as the document names it
  ) STRICT;

  -- jobs whose photos this station has moved, until the documents of their runs name the new place
  CREATE TABLE moved_photos (
    job_id INTEGER PRIMARY KEY REFERENCES jobs(id)
  ) STRICT;

  ALTER TABLE waiting_runs ADD COLUMN version INTEGER NOT NULL DEFAULT 1; -- of the document
  -- number of images that another station has bought for the run; those of this station are in images
  ALTER TABLE executions ADD COLUMN images_elsewhere INTEGER NOT NULL DEFAULT 0;
`;

/** A version of the document of a run. */
export interface RunDocument {
  readonly key: string;
  readonly version: number;
}

/** The document of a run, and the path of the photo that it names. */
export interface PlacedDocument extends RunDocument {
  /** Absolute path on this station. */
  readonly source: string;
}

/** The place that the document of a run names for its photo, and the place that this station knows. */
export interface PhotoPlaces {
  /**
   * Records that this station has moved the photo of a job. Does nothing if no other station can have the job.
   */
  moved(jobId: number): void;
  /** Records a version of a document that this station has written. */
  written(executionRow: number, document: PlacedDocument): void;
  /**
   * Records a version of a document that another station has written, and uses the place of the photo that it names,
   * unless this station has moved the photo itself or uses its own copy.
   */
  follow(executionRow: number, jobId: number, document: PlacedDocument): void;
  /** Records that the place of a job's photo must not be shared with other stations. */
  keep(jobId: number): void;
  /** Records that the database was restored: places that it lacks and this station knows are written again. */
  restart(): void;
  leave(): void;
}

const DIFFERENT = `SELECT 1 FROM executions e JOIN run_documents d ON d.execution_row = e.id
  JOIN jobs j ON j.id = e.job_id WHERE e.job_id = moved_photos.job_id AND d.source <> j.source`;

export function photoPlaces(db: Tables, jobs: Pick<JobChanges, 'moved'>): PhotoPlaces {
  const keep = (jobId: number) => void db.run('DELETE FROM moved_photos WHERE job_id = ?', jobId);
  const settle = (jobId: number) =>
    void db.run(`DELETE FROM moved_photos WHERE job_id = ? AND NOT EXISTS (${DIFFERENT})`, jobId);
  const put = (executionRow: number, { key, version, source }: PlacedDocument) =>
    db.putRow('run_documents', { executionRow, key, version, source });
  const has = (sql: string, id: number) => db.get(sql, id) !== undefined;
  return {
    keep,
    moved: (jobId) =>
      void db.run(
        `INSERT OR IGNORE INTO moved_photos SELECT id FROM jobs j WHERE id = ? AND (
           EXISTS (SELECT 1 FROM shared_work w WHERE w.job_id = j.id)
           OR EXISTS (SELECT 1 FROM executions e JOIN run_documents d ON d.execution_row = e.id
             WHERE e.job_id = j.id))`,
        jobId,
      ),
    written(executionRow, document) {
      put(executionRow, document);
      const jobId = db.value<number>('SELECT job_id FROM executions WHERE id = ?', executionRow);
      settle(jobId ?? 0);
    },
    follow(executionRow, jobId, document) {
      const named = 'SELECT source FROM run_documents WHERE execution_row = ?';
      const before = db.value<string>(named, executionRow);
      const now = db.value<string>('SELECT source FROM jobs WHERE id = ?', jobId);
      put(executionRow, document);
      if (now === document.source) return settle(jobId);
      const isMoved = has('SELECT 1 FROM moved_photos WHERE job_id = ?', jobId);
      const isSame =
        before === undefined
          ? has('SELECT 1 FROM shared_work WHERE job_id = ?', jobId)
          : before === now;
      if (isSame && !isMoved) jobs.moved(jobId, document.source);
    },
    restart: () =>
      void db.run(`INSERT OR IGNORE INTO moved_photos
        SELECT j.id FROM run_documents d JOIN executions e ON e.id = d.execution_row
          JOIN jobs j ON j.id = e.job_id WHERE d.source = j.source`),
    leave() {
      db.run('DELETE FROM moved_photos');
      db.run('DELETE FROM run_documents');
    },
  };
}
