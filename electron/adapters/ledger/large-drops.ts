import type { Clock } from '../../base/clock.ts';
import type { Tables } from './rows.ts';
import type { FileLook } from './sightings.ts';

/** A complete photo in a hot folder that waits for the user's confirmation, or has been confirmed. */
export interface DroppedPhoto extends FileLook {
  /** Path below the hot folder, forward slashes. */
  readonly path: string;
  readonly sha256: string;
  /** SHA-256 of the photo's ticket; null if the photo has no ticket. */
  readonly ticket: string | null;
  /**
   * Number of images that the photo's ticket would buy. Null if the photo has no ticket, because the recipe then
   * determines the number.
   */
  readonly images: number | null;
}

export interface LargeDropLimit {
  /** Maximum number of photos in one drop that may be bought without confirmation. */
  readonly askAbove: number;
  /** Returns the number of files of the folder that still have to be processed. */
  readonly inLine: () => number;
}

/**
 * Large drops: more photos arriving together in a hot folder than are admitted without
 * confirmation. The excess photos wait here for the user's answer.
 */
export interface LargeDropRepository {
  /**
   * Checks whether this many photos in a drop may be bought without confirmation, and counts them if so: either all of
   * them or none. `coming`: number of further photos still being copied.
   */
  mayTake(hotFolderId: number, photos: number, coming: number, drop: LargeDropLimit): boolean;
  /**
   * Uses up one of the photos that the user confirmed when arming the folder; returns whether any was left. If so,
   * the photo is always admitted.
   */
  useGrant(hotFolderId: number): boolean;
  /** Checks whether a confirmation is pending; if so, all further photos wait as well. */
  isAsking(hotFolderId: number): boolean;
  /** Records that the user saw the cost of this many photos before arming the folder. */
  grant(hotFolderId: number, photos: number): void;
  ask(hotFolderId: number, photo: DroppedPhoto): void;
  find(hotFolderId: number, path: string): DroppedPhoto | undefined;
  forget(hotFolderId: number, path: string): void;
  /**
   * Returns the number of photos that wait for an answer, counting photos with the same content and
   * ticket once, the number of images they would buy, and the mark of the newest one. `each`: images per photo without
   * a ticket.
   */
  waiting(
    hotFolderId: number,
    each: number,
  ): { readonly photos: number; readonly images: number; readonly last: number };
  /**
   * Records the user's answer for the waiting photos up to the one marked `last`; for all if `last` is null. `take`
   * confirms them, `always` confirms all that wait and all later drops of this folder, `skip` marks their files as seen. The next
   * photo starts a new drop.
   */
  answer(hotFolderId: number, answer: 'take' | 'always' | 'skip', last: number | null): void;
  /** Returns confirmed photos that are not yet admitted, oldest confirmation first. */
  granted(hotFolderId: number, limit: number): DroppedPhoto[];
}

/** Photos that arrive within this time in ms after the first photo count as one drop. */
const DROP_WINDOW = 10 * 60_000;

const COLUMNS = 'path, bytes, mtime_ms, inode, sha256, ticket, images';

export function largeDropRepository(db: Tables, clock: Clock): LargeDropRepository {
  const isAsking = (id: number): boolean =>
    db.get('SELECT 1 FROM drops WHERE hot_folder_id = ? AND granted = 0 LIMIT 1', id) !== undefined;

  /**
   * Checks whether many photos are unfinished at the same time, as in a drop. Photos that arrive
   * one at a time are finished quickly.
   */
  const isPilingUp = (id: number, { askAbove, inLine }: LargeDropLimit): boolean => {
    const enough = Math.ceil(askAbove / 2);
    const open = db.value<number>(
      `SELECT count(*) FROM (SELECT 1 FROM jobs
         WHERE hot_folder_id = ? AND state IN ('waiting', 'running') LIMIT ?)`,
      id,
      enough,
    );
    return (open ?? 0) + inLine() >= enough;
  };

  return {
    isAsking,
    useGrant: (id) =>
      db.run('UPDATE hot_folders SET granted = granted - 1 WHERE id = ? AND granted > 0', id) === 1,
    mayTake(id, photos, coming, sudden) {
      if (photos + coming > sudden.askAbove) return false;
      const drop = db.get<{ since: number | null; taken: number }>(
        'SELECT drop_since AS since, drop_taken AS taken FROM hot_folders WHERE id = ?',
        id,
      );
      const now = clock.wall();
      const age = now - (drop?.since ?? -Infinity);
      const isNew = age < 0 || age >= DROP_WINDOW;
      const taken = isNew ? 0 : (drop?.taken ?? 0);
      if (taken + photos > sudden.askAbove && isPilingUp(id, sudden)) return false;
      db.run(
        'UPDATE hot_folders SET drop_since = ?, drop_taken = ? WHERE id = ?',
        isNew ? now : (drop?.since ?? now),
        taken + photos,
        id,
      );
      return true;
    },
    grant: (id, photos) => {
      db.run('UPDATE hot_folders SET granted = ? WHERE id = ?', photos, id);
    },
    ask: (id, photo) => {
      const { path, bytes, mtimeMs, inode, sha256, ticket, images } = photo;
      const fields = { path, bytes, mtimeMs, inode, sha256, ticket, images };
      db.putRow('drops', { hotFolderId: id, ...fields });
    },
    find: (id, path) =>
      db.get(`SELECT ${COLUMNS} FROM drops WHERE hot_folder_id = ? AND path = ?`, id, path),
    forget: (id, path) => {
      db.run('DELETE FROM drops WHERE hot_folder_id = ? AND path = ?', id, path);
    },
    waiting: (id, each) =>
      db.get<{ photos: number; images: number; last: number }>(
        `SELECT count(*) AS photos, coalesce(sum(images), 0) AS images, coalesce(max(last), 0) AS last FROM (
           SELECT coalesce(images, ?) AS images, max(id) AS last FROM drops
           WHERE hot_folder_id = ? AND granted = 0 GROUP BY sha256, ticket, coalesce(images, ?))`,
        each,
        id,
        each,
      ) ?? { photos: 0, images: 0, last: 0 },
    answer: (id, answer, last) =>
      db.transaction(() => {
        const newest = answer === 'always' || last === null ? Number.MAX_SAFE_INTEGER : last;
        if (answer === 'always') db.run('UPDATE hot_folders SET asks_drops = 0 WHERE id = ?', id);
        if (answer !== 'skip') {
          db.run('UPDATE drops SET granted = 1 WHERE hot_folder_id = ? AND id <= ?', id, newest);
        } else {
          db.run(
            `INSERT OR REPLACE INTO sightings (hot_folder_id, path, bytes, mtime_ms, inode, outcome, at)
             SELECT hot_folder_id, path, bytes, mtime_ms, inode, 'seen', ? FROM drops
             WHERE hot_folder_id = ? AND granted = 0 AND id <= ?`,
            clock.wall(),
            id,
            newest,
          );
          db.run(
            'DELETE FROM drops WHERE hot_folder_id = ? AND granted = 0 AND id <= ?',
            id,
            newest,
          );
        }
        db.run('UPDATE hot_folders SET drop_since = NULL, drop_taken = 0 WHERE id = ?', id);
      }),
    granted: (id, limit) =>
      db.all(
        `SELECT ${COLUMNS} FROM drops WHERE hot_folder_id = ? AND granted = 1 ORDER BY id LIMIT ?`,
        id,
        limit,
      ),
  };
}
