import type { DeliveredFile, FetchedFile } from '#shared/job.ts';
import type { Outcome, Problem } from '#shared/problem.ts';
import type { ResultImage } from '#shared/service.ts';
import type { Clock } from '../../base/clock.ts';
import { positionsOf, type KnownImage } from './match-images.ts';
import type { Database } from './sqlite.ts';

/** What became of putting the photo's own pixels back into an image. */
export interface Composed {
  /** What is delivered instead of the download; null: the download itself is. */
  readonly image: FetchedFile | null;
  /** Why it is. */
  readonly problem: Problem | null;
}

export interface ResultRow {
  readonly id: number;
  readonly executionRow: number;
  /** `layers`: the layered file of the image at the same position, made here. */
  readonly kind: 'image' | 'psd' | 'layers';
  /** Where the service listed it first, from 0. */
  readonly position: number;
  readonly status: string;
  readonly url: string | null;
  readonly error: string | null;
  /** PSD create requests sent. */
  readonly requested: number;
  /** Downloads that failed. */
  readonly fetches: number;
  readonly fetched: FetchedFile | null;
  /** Null: not looked into yet. */
  readonly composed: Composed | null;
  /** Path and content written down before the rename (F68). */
  readonly target: { readonly file: string; readonly sha256: string } | null;
  readonly delivered: DeliveredFile | null;
}

export interface ResultRepository {
  ofJob(jobId: number): ResultRow[];
  get(id: number): ResultRow | undefined;
  /** What a query said of an execution's images, in any order (see match-images.ts). */
  see(executionRow: number, images: readonly ResultImage[]): void;
  /** The job that a result is of. */
  jobOf(id: number): number | undefined;
  /** The PSD that is wanted of an execution: once, and anew where it was given up. */
  wantPsd(executionRow: number): void;
  psdRequested(id: number): void;
  psdSeen(id: number, seen: Pick<ResultRow, 'status' | 'url' | 'error'>): void;
  /** Given up, the reason stays on the job; the images stay delivered (F37). */
  psdFailed(id: number, reason: string): void;
  /** The address no longer answers (F36): the next query brings a new one. */
  gone(id: number): void;
  /** A download failed, whatever the reason. */
  notFetched(id: number): void;
  fetched(id: number, file: FetchedFile): void;
  /**
   * What was made of an image with the photo's own pixels, and its layered file where there is one, or
   * why there is none.
   */
  composed(id: number, composed: Composed, layers: Outcome<FetchedFile> | null): void;
  /** The download in the data folder is no longer there or no longer whole. */
  unfetched(id: number): void;
  target(id: number, target: { readonly file: string; readonly sha256: string }): void;
  delivered(id: number, file: DeliveredFile): void;
  /** Whether a file is a result's, or is about to be. */
  isKnown(file: string): boolean;
}

interface Row {
  id: number;
  execution_row: number;
  kind: 'image' | 'psd';
  position: number;
  status: string;
  url: string | null;
  error: string | null;
  requested: number;
  fetches: number;
  fetched: string | null;
  composed: string | null;
  target: string | null;
  target_sha256: string | null;
  file: string | null;
  sha256: string | null;
  bytes: number | null;
  width: number | null;
  height: number | null;
}

export function resultRepository(db: Database, clock: Clock): ResultRepository {
  return {
    ofJob: (jobId) =>
      db
        .all<Row>(
          `SELECT r.* FROM results r JOIN executions e ON e.id = r.execution_row
           WHERE e.job_id = ? ORDER BY e.id, r.kind, r.position`,
          jobId,
        )
        .map(read),
    get(id) {
      const row = db.get<Row>('SELECT * FROM results WHERE id = ?', id);
      return row === undefined ? undefined : read(row);
    },
    jobOf: (id) =>
      db.get<{ id: number }>(
        `SELECT e.job_id AS id FROM results r JOIN executions e ON e.id = r.execution_row
         WHERE r.id = ?`,
        id,
      )?.id,
    see(executionRow, images) {
      db.transaction(() => {
        const known = db.all<KnownImage>(
          "SELECT position, url FROM results WHERE execution_row = ? AND kind = 'image' ORDER BY position",
          executionRow,
        );
        const positions = positionsOf(known, images);
        for (const [at, image] of images.entries()) {
          db.run(
            `INSERT INTO results (execution_row, kind, position, status, url, error)
             VALUES (?, 'image', ?, ?, ?, ?)
             ON CONFLICT (execution_row, kind, position) DO UPDATE SET
               status = excluded.status, url = excluded.url, error = excluded.error
             WHERE file IS NULL`,
            executionRow,
            positions[at] ?? at,
            image.status,
            image.image,
            image.error,
          );
        }
      });
    },
    wantPsd(executionRow) {
      db.run(
        `INSERT INTO results (execution_row, kind, position, status) VALUES (?, 'psd', 0, 'Wanted')
         ON CONFLICT DO UPDATE SET status = 'Wanted', requested = 0, error = NULL
         WHERE status = 'GivenUp'`,
        executionRow,
      );
    },
    psdRequested(id) {
      db.run("UPDATE results SET status = 'Requested', requested = requested + 1 WHERE id = ?", id);
    },
    psdSeen(id, { status, url, error }) {
      db.run(
        'UPDATE results SET status = ?, url = ?, error = ? WHERE id = ?',
        status,
        url,
        error,
        id,
      );
    },
    psdFailed(id, reason) {
      db.run("UPDATE results SET status = 'GivenUp', error = ? WHERE id = ?", reason, id);
    },
    gone(id) {
      db.run('UPDATE results SET url = NULL WHERE id = ? AND file IS NULL', id);
    },
    notFetched(id) {
      db.run('UPDATE results SET fetches = fetches + 1 WHERE id = ?', id);
    },
    fetched(id, file) {
      db.run('UPDATE results SET fetched = ? WHERE id = ?', JSON.stringify(file), id);
    },
    composed: (id, composed, layers) =>
      db.transaction(() => {
        db.run('UPDATE results SET composed = ? WHERE id = ?', JSON.stringify(composed), id);
        if (layers === null) return;
        db.run(
          `INSERT INTO results (execution_row, kind, position, status, error, fetched)
           SELECT execution_row, 'psd', position + 1, ?, ?, ? FROM results WHERE id = ?
           ON CONFLICT (execution_row, kind, position) DO UPDATE SET
             status = excluded.status, error = excluded.error, fetched = excluded.fetched
           WHERE file IS NULL`,
          layers.ok ? 'Success' : 'GivenUp',
          layers.ok ? null : layers.problem.message,
          layers.ok ? JSON.stringify(layers.value) : null,
          id,
        );
      }),
    unfetched(id) {
      db.run('UPDATE results SET fetched = NULL, composed = NULL WHERE id = ?', id);
    },
    target(id, target) {
      db.run(
        'UPDATE results SET target = ?, target_sha256 = ? WHERE id = ?',
        target.file,
        target.sha256,
        id,
      );
    },
    isKnown: (file) =>
      db.get('SELECT 1 FROM results WHERE file = ? OR target = ?', file, file) !== undefined,
    delivered(id, file) {
      db.run(
        `UPDATE results SET file = ?, sha256 = ?, bytes = ?, width = ?, height = ?,
           delivered_at = ?, photo_id = (SELECT j.photo_id FROM executions e
             JOIN jobs j ON j.id = e.job_id WHERE e.id = execution_row) WHERE id = ?`,
        file.file,
        file.sha256,
        file.bytes,
        file.width,
        file.height,
        clock.wall(),
        id,
      );
    },
  };
}

function read(row: Row): ResultRow {
  const isLayers = row.kind === 'psd' && row.position > 0;
  return {
    id: row.id,
    executionRow: row.execution_row,
    kind: isLayers ? 'layers' : row.kind,
    position: isLayers ? row.position - 1 : row.position,
    status: row.status,
    url: row.url,
    error: row.error,
    requested: row.requested,
    fetches: row.fetches,
    fetched: readJson<FetchedFile>(row.fetched),
    composed: readJson<Composed>(row.composed),
    target:
      row.target === null || row.target_sha256 === null
        ? null
        : { file: row.target, sha256: row.target_sha256 },
    delivered:
      row.file === null
        ? null
        : {
            file: row.file,
            sha256: row.sha256 ?? '',
            bytes: row.bytes ?? 0,
            width: row.width ?? 0,
            height: row.height ?? 0,
          },
  };
}

/** What cannot be read counts as not there: it is fetched or made again. */
function readJson<T>(text: string | null): T | null {
  try {
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}
