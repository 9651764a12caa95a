import type { Clock } from '../../base/clock.ts';
import type { Tables } from './rows.ts';
import type { FileLook } from './sightings.ts';

/** A complete photo in a hot folder that waits for the user's confirmation, or was confirmed. */
export interface DroppedPhoto extends FileLook {
  /** Path below the hot folder, forward slashes. */
  readonly path: string;
  readonly sha256: string;
  /** SHA-256 of its ticket; null without one. */
  readonly ticket: string | null;
  /** Generated images that its ticket would buy; null without one: as many as for any photo. */
  readonly images: number | null;
}

export interface LargeDropLimit {
  /** Photos of one drop that may be bought without confirmation. */
  readonly askAbove: number;
  /** Returns the number of the folder's files that are still to be processed. */
  readonly inLine: () => number;
}

/**
 * Large drops: more photos of a hot folder at a time than are admitted without confirmation. The rest waits
 * here for the user's answer.
 */
export interface LargeDropRepository {
  /**
   * Checks whether that many photos of a drop may be bought without confirmation, and counts them if so. All
   * of them or none: `coming` more are being copied.
   */
  mayTake(hotFolderId: number, photos: number, coming: number, drop: LargeDropLimit): boolean;
  /**
   * Uses up one photo that the user confirmed when arming the folder; returns whether there was one. Such a
   * photo is always admitted.
   */
  useGrant(hotFolderId: number): boolean;
  /** Checks whether a confirmation is pending; then all further photos wait, too. */
  isAsking(hotFolderId: number): boolean;
  /** Records that the user saw the cost of that many photos before arming the folder. */
  grant(hotFolderId: number, photos: number): void;
  ask(hotFolderId: number, photo: DroppedPhoto): void;
  find(hotFolderId: number, path: string): DroppedPhoto | undefined;
  forget(hotFolderId: number, path: string): void;
  /**
   * Returns the photos that wait for an answer, each content and ticket once, and the images that they would
   * buy. `each`: the images of a photo without a ticket.
   */
  waiting(hotFolderId: number, each: number): { readonly photos: number; readonly images: number };
  /**
   * Records the answer for all waiting photos: confirms them, with `always` also all later drops of this
   * folder, or marks their files as seen. The next photo starts a new drop.
   */
  answer(hotFolderId: number, answer: 'take' | 'always' | 'skip'): void;
  /** Returns confirmed photos that are not admitted yet, the first ones first. */
  granted(hotFolderId: number, limit: number): DroppedPhoto[];
}

/** ms in which photos count as one drop, starting with the first. */
const DROP = 10 * 60_000;

const COLUMNS = 'path, bytes, mtime_ms, inode, sha256, ticket, images';

export function largeDropRepository(db: Tables, clock: Clock): LargeDropRepository {
  const isAsking = (id: number): boolean =>
    db.get('SELECT 1 FROM drops WHERE hot_folder_id = ? AND granted = 0 LIMIT 1', id) !== undefined;

  /** Photos that arrive one by one are done quickly; in a drop, many are unfinished at the same time. */
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
      const isNew = age < 0 || age >= DROP;
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
      db.get<{ photos: number; images: number }>(
        `SELECT count(*) AS photos, coalesce(sum(images), 0) AS images FROM (
           SELECT DISTINCT sha256, ticket, coalesce(images, ?) AS images FROM drops
           WHERE hot_folder_id = ? AND granted = 0)`,
        each,
        id,
      ) ?? { photos: 0, images: 0 },
    answer: (id, answer) =>
      db.transaction(() => {
        if (answer === 'always') db.run('UPDATE hot_folders SET asks_drops = 0 WHERE id = ?', id);
        if (answer !== 'skip') {
          db.run('UPDATE drops SET granted = 1 WHERE hot_folder_id = ?', id);
        } else {
          db.run(
            `INSERT OR REPLACE INTO sightings (hot_folder_id, path, bytes, mtime_ms, inode, outcome, at)
             SELECT hot_folder_id, path, bytes, mtime_ms, inode, 'seen', ? FROM drops
             WHERE hot_folder_id = ? AND granted = 0`,
            clock.wall(),
            id,
          );
          db.run('DELETE FROM drops WHERE hot_folder_id = ? AND granted = 0', id);
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
