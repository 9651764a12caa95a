import type { DeliveredFile, FetchedFile } from '#shared/job.ts';
import type { Outcome, Problem } from '#shared/problem.ts';
import type { ResultImage } from '#shared/service.ts';
import type { Clock } from '../../base/clock.ts';
import { positionsOf, type KnownImage } from './match-images.ts';
import { expression, type Fields, type Tables } from './rows.ts';
import {
  shopFileChanges,
  shopFileQueries,
  type Finish,
  type ShopFileChanges,
  type ShopFileQueries,
} from './shop-files.ts';

/** The outcome of restoring the photo's own pixels in an image. */
export interface Composition {
  /** The composite to deliver; null to deliver the download itself. */
  readonly image: FetchedFile | null;
  /** The reason that the download itself is delivered; null if the composite is delivered. */
  readonly problem: Problem | null;
}

export interface ResultRow {
  readonly id: number;
  readonly executionRow: number;
  /** `layers`: the layered file of the image at the same position, which Darkslide creates. */
  readonly kind: 'image' | 'psd' | 'layers';
  /** Position at which the service first listed the result, from 0. */
  readonly position: number;
  readonly status: string;
  readonly url: string | null;
  readonly error: string | null;
  /** Number of requests sent to create a PSD. */
  readonly requested: number;
  /** Number of failed downloads. */
  readonly fetches: number;
  readonly fetched: FetchedFile | null;
  /** Null until the image has been processed. */
  readonly composed: Composition | null;
  /** Path and content recorded before the rename (F68). */
  readonly target: { readonly file: string; readonly sha256: string } | null;
  readonly delivered: DeliveredFile | null;
  /** Null until Finish has run. */
  readonly finish: Finish | null;
}

/** Queries of results. */
export interface ResultQueries {
  ofJob(jobId: number): ResultRow[];
  get(id: number): ResultRow | undefined;
  /** Returns the job that a result belongs to. */
  jobOf(id: number): number | undefined;
  /** Checks whether a file is, or is about to become, another result than the one with this id. */
  isKnown(file: string, id: number): boolean;
}

/** Changes from the service's answers about the images and the PSD of an execution. */
interface AnswerChanges {
  /** Records an execution's images from a query, in any order (see match-images.ts). */
  see(executionRow: number, images: readonly ResultImage[]): void;
  /** Records that the address no longer works (F36): the next query returns a new one. */
  gone(id: number): void;
  /** Requests the PSD of an execution. Repeated calls have no effect unless the PSD was given up. */
  wantPsd(executionRow: number): void;
  psdRequested(id: number): void;
  psdSeen(id: number, seen: Pick<ResultRow, 'status' | 'url' | 'error'>): void;
  /** Gives up the PSD and records the reason on the job. The images stay delivered (F37). */
  psdFailed(id: number, reason: string): void;
}

/** Changes while a result's file is delivered to the output folder. */
interface FileChanges {
  /** Counts a failed download. */
  notFetched(id: number): void;
  fetched(id: number, file: FetchedFile): void;
  /** Records that the download in the data folder is missing or incomplete. */
  unfetched(id: number): void;
  /**
   * Records the composite of an image with the photo's own pixels, and its layered file or the reason it
   * is missing.
   */
  composed(id: number, composed: Composition, layers: Outcome<FetchedFile> | null): void;
  target(id: number, target: { readonly file: string; readonly sha256: string }): void;
  delivered(id: number, file: DeliveredFile): void;
  /** Records that a delivered file was moved, because its folder is a hot folder, too. */
  moved(from: string, to: string): void;
}

export interface ResultRepository
  extends ResultQueries, AnswerChanges, FileChanges, ShopFileQueries, ShopFileChanges {}

/** The columns that describe a delivered file. */
type FileColumns = { readonly [Part in keyof DeliveredFile]: DeliveredFile[Part] | null };

interface Row
  extends
    Omit<ResultRow, 'kind' | 'fetched' | 'composed' | 'target' | 'delivered' | 'finish'>,
    FileColumns {
  readonly kind: 'image' | 'psd';
  readonly fetched: string | null;
  readonly composed: string | null;
  readonly target: string | null;
  readonly finish: string | null;
  readonly targetSha256: string | null;
}

const COLUMNS = `r.id, r.execution_row, r.kind, r.position, r.status, r.url, r.error, r.requested,
  r.fetches, r.fetched, r.composed, r.target, r.target_sha256, r.file, r.sha256, r.bytes, r.width,
  r.height, r.finish`;
const UNDELIVERED = 'file IS NULL';

export function resultRepository(db: Tables, clock: Clock): ResultRepository {
  const set = (id: number, fields: Fields, where = '1') =>
    void db.update('results', fields, `id = ? AND ${where}`, id);
  return {
    ...resultQueries(db),
    ...answerChanges(db, set),
    ...fileChanges(db, clock, set),
    ...shopFileQueries(db),
    ...shopFileChanges(db, set),
  };
}

function resultQueries(db: Tables): ResultQueries {
  return {
    ofJob: (jobId) =>
      db
        .all<Row>(
          `SELECT ${COLUMNS} FROM results r JOIN executions e ON e.id = r.execution_row
           WHERE e.job_id = ? ORDER BY e.id, r.kind, r.position`,
          jobId,
        )
        .map(read),
    get(id) {
      const row = db.get<Row>(`SELECT ${COLUMNS} FROM results r WHERE id = ?`, id);
      return row === undefined ? undefined : read(row);
    },
    jobOf: (id) =>
      db.value(
        `SELECT e.job_id FROM results r JOIN executions e ON e.id = r.execution_row WHERE r.id = ?`,
        id,
      ),
    isKnown: (file, id) =>
      db.get('SELECT 1 FROM results WHERE (file = ? OR target = ?) AND id <> ?', file, file, id) !==
      undefined,
  };
}

type Set = (id: number, fields: Fields, where?: string) => void;

function answerChanges(db: Tables, set: Set): AnswerChanges {
  return {
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
             WHERE ${UNDELIVERED}`,
            executionRow,
            positions[at] ?? at,
            image.status,
            image.image,
            image.error,
          );
        }
      });
    },
    gone: (id) => set(id, { url: null }, UNDELIVERED),
    wantPsd(executionRow) {
      db.run(
        `INSERT INTO results (execution_row, kind, position, status) VALUES (?, 'psd', 0, 'Wanted')
         ON CONFLICT DO UPDATE SET status = 'Wanted', requested = 0, error = NULL
         WHERE status = 'GivenUp'`,
        executionRow,
      );
    },
    psdRequested: (id) => set(id, { status: 'Requested', requested: expression('requested + 1') }),
    psdSeen: (id, { status, url, error }) => set(id, { status, url, error }),
    psdFailed: (id, reason) => set(id, { status: 'GivenUp', error: reason }),
  };
}

function fileChanges(db: Tables, clock: Clock, set: Set): FileChanges {
  return {
    notFetched: (id) => set(id, { fetches: expression('fetches + 1') }),
    fetched: (id, file) => set(id, { fetched: JSON.stringify(file) }),
    unfetched: (id) => set(id, { fetched: null, composed: null }),
    composed: (id, composed, layers) =>
      db.transaction(() => {
        set(id, { composed: JSON.stringify(composed) });
        if (layers === null) return;
        db.run(
          `INSERT INTO results (execution_row, kind, position, status, error, fetched)
           SELECT execution_row, 'psd', position + 1, ?, ?, ? FROM results WHERE id = ?
           ON CONFLICT (execution_row, kind, position) DO UPDATE SET
             status = excluded.status, error = excluded.error, fetched = excluded.fetched
           WHERE ${UNDELIVERED}`,
          layers.ok ? 'Success' : 'GivenUp',
          layers.ok ? null : layers.problem.message,
          layers.ok ? JSON.stringify(layers.value) : null,
          id,
        );
      }),
    moved: (from, to) => void db.update('results', { file: to, target: to }, 'file = ?', from),
    target: (id, { file, sha256 }) => set(id, { target: file, targetSha256: sha256 }),
    delivered: (id, { file, sha256, bytes, width, height }) =>
      set(id, {
        file,
        sha256,
        bytes,
        width,
        height,
        deliveredAt: clock.wall(),
        photoId: expression(PHOTO),
      }),
  };
}

/** SQL for the photo that a result was made from. */
const PHOTO = `(SELECT j.photo_id FROM executions e JOIN jobs j ON j.id = e.job_id
  WHERE e.id = execution_row)`;

function read({ targetSha256, file, sha256, bytes, width, height, ...row }: Row): ResultRow {
  const isLayers = row.kind === 'psd' && row.position > 0;
  return {
    ...row,
    kind: isLayers ? 'layers' : row.kind,
    position: isLayers ? row.position - 1 : row.position,
    fetched: readJson<FetchedFile>(row.fetched),
    composed: readJson<Composition>(row.composed),
    finish: readJson<Finish>(row.finish),
    target:
      row.target === null || targetSha256 === null
        ? null
        : { file: row.target, sha256: targetSha256 },
    delivered:
      file === null
        ? null
        : {
            file,
            sha256: sha256 ?? '',
            bytes: bytes ?? 0,
            width: width ?? 0,
            height: height ?? 0,
          },
  };
}

/** Parses JSON. Unreadable data counts as missing, so the file is downloaded or created again. */
function readJson<T>(text: string | null): T | null {
  try {
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}
