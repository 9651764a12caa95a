import type { Problem, ProblemCode } from '#shared/problem.ts';
import type { Clock } from '../../base/clock.ts';
import { problemColumns, type Tables } from './rows.ts';

/**
 * The state of a file in a hot folder at the time it was processed; a file whose state differs counts as
 * another file.
 */
export interface FileLook {
  readonly bytes: number;
  /** Modification time in ms since 1970, an integer. */
  readonly mtimeMs: number;
  /** Inode number as text, because it may exceed 2^53. */
  readonly inode: string;
}

/** Inode number of a file that another station has seen; each file has another number there. */
export const ANY_INODE = '';

/**
 * Maximum difference in ms between the times of a file at two stations, because their file systems round times
 * differently.
 */
const ROUNDING = 2000;

/** Returns whether a file looks like one that another station has seen under the same path. */
export function isSkipped(
  look: Pick<FileLook, 'bytes' | 'mtimeMs'>,
  seen: Pick<FileLook, 'bytes' | 'mtimeMs'>,
): boolean {
  return look.bytes === seen.bytes && Math.abs(look.mtimeMs - seen.mtimeMs) <= ROUNDING;
}

export interface Sighting extends FileLook {
  readonly path: string;
  /**
   * `already`: the photo was processed before with this recipe. `seen`: the file was in the folder before the folder
   * was armed, or the user did not want it.
   */
  readonly outcome: 'admitted' | 'already' | 'seen' | 'failed';
  readonly jobId: number | null;
  readonly code: ProblemCode | null;
  readonly message: string | null;
  /** Key and values of the message, as JSON. */
  readonly said: string | null;
  /** SHA-256 of the ticket with which the photo was admitted; null if there was none. */
  readonly ticket: string | null;
}

export interface SightingRepository {
  find(hotFolderId: number, path: string): Sighting | undefined;
  write(hotFolderId: number, sighting: Sighting): void;
  forget(hotFolderId: number, path: string): void;
  /** Returns all files of a hot folder that led to this job, oldest first. */
  ofJob(jobId: number): (Sighting & { readonly hotFolderId: number })[];
  /**
   * Returns the files that are never admitted: they were in the folder before it was armed, or the user did not want
   * them.
   */
  seen(hotFolderId: number): Pick<Sighting, 'path' | 'bytes' | 'mtimeMs'>[];
  /** Returns refused files that have not been dismissed. */
  failed(hotFolderId: number): Sighting[];
  /**
   * Removes a file from the list of files that did not become jobs; returns whether the list
   * contained the file.
   */
  unlist(hotFolderId: number, path: string): boolean;
  /** Changes the problem of a listed file; a dismissed file stays dismissed. */
  restate(hotFolderId: number, path: string, problem: Problem): void;
  /** Records another inode of a file that is unchanged. */
  renew(hotFolderId: number, path: string, inode: string): void;
  /** Dismisses a refused file; it is only listed again if it changes. */
  dismiss(hotFolderId: number, path: string): void;
  /** Returns ended jobs of photos that may still have to be moved out of a hot folder. */
  endedJobs(hotFolderId: number): number[];
}

const COLUMNS = 'path, bytes, mtime_ms, inode, outcome, job_id, code, message, said, ticket';
const ONE = 'hot_folder_id = ? AND path = ?';
const FAILED = "outcome = 'failed'";

export function sightingRepository(db: Tables, clock: Clock): SightingRepository {
  return {
    find: (hotFolderId, path) =>
      db.get(`SELECT ${COLUMNS} FROM sightings WHERE ${ONE}`, hotFolderId, path),
    write(hotFolderId, sighting) {
      const { path, bytes, mtimeMs, inode, outcome, jobId, code, message, said, ticket } = sighting;
      const fields = { path, bytes, mtimeMs, inode, outcome, jobId, code, message, said, ticket };
      db.putRow('sightings', { hotFolderId, ...fields, at: clock.wall() });
    },
    forget(hotFolderId, path) {
      db.run(`DELETE FROM sightings WHERE ${ONE}`, hotFolderId, path);
    },
    ofJob: (jobId) =>
      db.all(
        `SELECT ${COLUMNS}, hot_folder_id FROM sightings WHERE job_id = ? ORDER BY at, path`,
        jobId,
      ),
    seen: (hotFolderId) =>
      db.all(
        `SELECT path, bytes, mtime_ms FROM sightings
         WHERE hot_folder_id = ? AND outcome = 'seen' ORDER BY path`,
        hotFolderId,
      ),
    failed: (hotFolderId) =>
      db.all(
        `SELECT ${COLUMNS} FROM sightings
         WHERE hot_folder_id = ? AND ${FAILED} AND dismissed = 0 ORDER BY path`,
        hotFolderId,
      ),
    unlist: (hotFolderId, path) =>
      db.run(`DELETE FROM sightings WHERE ${ONE} AND ${FAILED}`, hotFolderId, path) > 0,
    restate(hotFolderId, path, problem) {
      const { code, message, said } = problemColumns(problem);
      db.update('sightings', { code, message, said }, `${ONE} AND ${FAILED}`, hotFolderId, path);
    },
    renew(hotFolderId, path, inode) {
      db.update('sightings', { inode }, ONE, hotFolderId, path);
    },
    dismiss(hotFolderId, path) {
      db.update('sightings', { dismissed: 1 }, `${ONE} AND ${FAILED}`, hotFolderId, path);
    },
    endedJobs: (hotFolderId) =>
      db.column(
        `SELECT DISTINCT j.id FROM sightings s JOIN jobs j ON j.id = s.job_id
         WHERE s.hot_folder_id = ? AND j.state IN ('done', 'failed') ORDER BY j.id`,
        hotFolderId,
      ),
  };
}
