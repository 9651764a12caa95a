import type { Problem, ProblemCode } from '#shared/problem.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database } from './sqlite.ts';

/** What a file in a hot folder looked like when it was dealt with; another look is another file. */
export interface FileLook {
  readonly bytes: number;
  /** ms since 1970, whole. */
  readonly mtimeMs: number;
  /** As text: inode numbers may pass 2^53. */
  readonly inode: string;
}

export interface Sighting extends FileLook {
  readonly path: string;
  /** already: the photo was done before with this recipe. seen: there before the folder was armed. */
  readonly outcome: 'admitted' | 'already' | 'seen' | 'failed';
  readonly jobId: number | null;
  readonly code: ProblemCode | null;
  readonly message: string | null;
  /** SHA-256 of the ticket that the photo was taken in with; null without one. */
  readonly ticket: string | null;
}

export interface SightingRepository {
  find(hotFolderId: number, path: string): Sighting | undefined;
  write(hotFolderId: number, sighting: Sighting): void;
  forget(hotFolderId: number, path: string): void;
  /** All files of a hot folder that brought this job about, the first one first. */
  ofJob(jobId: number): (Sighting & { readonly hotFolderId: number })[];
  /** Refused files that nobody has dismissed. */
  failed(hotFolderId: number): Sighting[];
  /** Forgets what was said of a file that came to nothing; whether there was anything. */
  unlist(hotFolderId: number, path: string): boolean;
  /** Says something else of a listed file; a dismissed one stays dismissed. */
  restate(hotFolderId: number, path: string, problem: Problem): void;
  /** A refused file is listed no more unless it changes. */
  dismiss(hotFolderId: number, path: string): void;
  /** Jobs of files in a hot folder that have ended, whose photos may still have to be moved. */
  endedJobs(hotFolderId: number): number[];
}

interface Row {
  hot_folder_id: number;
  path: string;
  bytes: number;
  mtime_ms: number;
  inode: string;
  outcome: Sighting['outcome'];
  job_id: number | null;
  code: ProblemCode | null;
  message: string | null;
  ticket: string | null;
}

export function sightingRepository(db: Database, clock: Clock): SightingRepository {
  return {
    find(hotFolderId, path) {
      const row = db.get<Row>(
        'SELECT * FROM sightings WHERE hot_folder_id = ? AND path = ?',
        hotFolderId,
        path,
      );
      return row === undefined ? undefined : read(row);
    },
    write(hotFolderId, s) {
      db.run(
        `INSERT OR REPLACE INTO sightings (hot_folder_id, path, bytes, mtime_ms, inode, outcome,
           job_id, code, message, ticket, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        hotFolderId,
        s.path,
        s.bytes,
        s.mtimeMs,
        s.inode,
        s.outcome,
        s.jobId,
        s.code,
        s.message,
        s.ticket,
        clock.wall(),
      );
    },
    forget(hotFolderId, path) {
      db.run('DELETE FROM sightings WHERE hot_folder_id = ? AND path = ?', hotFolderId, path);
    },
    ofJob: (jobId) =>
      db
        .all<Row>('SELECT * FROM sightings WHERE job_id = ? ORDER BY at, path', jobId)
        .map((row) => ({ ...read(row), hotFolderId: row.hot_folder_id })),
    failed: (hotFolderId) =>
      db
        .all<Row>(
          "SELECT * FROM sightings WHERE hot_folder_id = ? AND outcome = 'failed' AND dismissed = 0 ORDER BY path",
          hotFolderId,
        )
        .map(read),
    unlist: (hotFolderId, path) =>
      db.run(
        "DELETE FROM sightings WHERE hot_folder_id = ? AND path = ? AND outcome = 'failed'",
        hotFolderId,
        path,
      ) > 0,
    restate(hotFolderId, path, { code, message }) {
      db.run(
        "UPDATE sightings SET code = ?, message = ? WHERE hot_folder_id = ? AND path = ? AND outcome = 'failed'",
        code,
        message,
        hotFolderId,
        path,
      );
    },
    dismiss(hotFolderId, path) {
      db.run(
        "UPDATE sightings SET dismissed = 1 WHERE hot_folder_id = ? AND path = ? AND outcome = 'failed'",
        hotFolderId,
        path,
      );
    },
    endedJobs: (hotFolderId) =>
      db
        .all<{ id: number }>(
          `SELECT DISTINCT j.id FROM sightings s JOIN jobs j ON j.id = s.job_id
           WHERE s.hot_folder_id = ? AND j.state IN ('done', 'failed') ORDER BY j.id`,
          hotFolderId,
        )
        .map((row) => row.id),
  };
}

function read(row: Row): Sighting {
  return {
    path: row.path,
    bytes: row.bytes,
    mtimeMs: row.mtime_ms,
    inode: row.inode,
    outcome: row.outcome,
    jobId: row.job_id,
    code: row.code,
    message: row.message,
    ticket: row.ticket,
  };
}
