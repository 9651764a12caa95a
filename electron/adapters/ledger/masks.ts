import type { MaskDocument, Operation } from '#shared/mask/document.ts';
import { MOST_OPERATIONS } from '#shared/mask/parse.ts';
import type { Size } from '#shared/pictures.ts';
import type { Clock } from '../../base/clock.ts';
import { expression, type Tables } from './rows.ts';

/** A mask drawn on a photo, without its operations. */
export interface DrawnMask extends Size {
  readonly id: number;
  readonly photoId: number;
  /** Number of the mask within its photo, from 1. */
  readonly number: number;
  readonly name: string | null;
  /** File name of the photo. */
  readonly photoName: string;
  /** Number of operations in effect; all later operations were undone. */
  readonly position: number;
  /** Increases with every save. */
  readonly revision: number;
  /** Wall-clock time in ms. */
  readonly changedAt: number;
}

/** A change to a mask's operations: replaces the operations from index `from` on. */
export interface MaskChange {
  readonly revision: number;
  readonly from: number;
  readonly operations: readonly Operation[];
  readonly position: number;
}

/** The mask that a sent file was made from. */
export interface UsedMaskFile {
  readonly maskId: number;
  /** Fraction of the picture that the mask keeps, from 0 to 1. */
  readonly kept: number;
}

/** Queries of masks. A mask belongs to the content of its photo. */
export interface MaskQueries {
  /** Returns a photo's masks that have operations, most recently changed first. */
  ofPhoto(photoId: number): DrawnMask[];
  /**
   * Returns masks of other photos: first those of this size, then those whose aspect ratio differs by at most `shape`;
   * within each group, most recently changed first.
   */
  ofOthers(photoId: number, size: Size, shape: number, limit: number): DrawnMask[];
  /** Returns a mask; undefined if it was removed. */
  get(id: number): DrawnMask | undefined;
  documentOf(mask: DrawnMask): MaskDocument;
  /** Returns the latest mask of a photo if it has no operations and no name. */
  untouched(photoId: number): DrawnMask | undefined;
  ofFile(sha256: string): UsedMaskFile | undefined;
}

/** The user's strokes, one row per operation. */
interface DrawingChanges {
  add(photo: { readonly photoId: number; readonly name: string }, document: MaskDocument): number;
  /**
   * Saves a change in one commit that is durable on return. Writes nothing and returns `changed` if `revision` is not
   * the latest, `gap` if the mask has fewer operations than `from` or would then have fewer than `position`, or
   * `full` if the mask would become too large. A change that was already saved is not written again.
   */
  save(id: number, change: MaskChange): number | 'changed' | 'gap' | 'full';
}

export interface MaskRepository extends MaskQueries, DrawingChanges {
  rename(id: number, name: string | null): void;
  /** Marks a mask as removed, or restores it; false if it does not exist. */
  setRemoved(id: number, isRemoved: boolean): boolean;
  /** Records which mask the file with this content was made from. */
  used(sha256: string, file: UsedMaskFile): void;
}

/** Maximum size of a mask's operations in bytes; the renderer reads them as one file. */
const MOST_BYTES = 40_000_000;

const COLUMNS =
  'id, photo_id, number, name, photo_name, width, height, position, revision, changed_at';
const NEXT_NUMBER = '(SELECT coalesce(max(number), 0) + 1 FROM masks WHERE photo_id = ?)';
const DRAWN = 'EXISTS (SELECT 1 FROM mask_operations o WHERE o.mask_id = masks.id)';

export function maskRepository(db: Tables, clock: Clock): MaskRepository {
  const queries = maskQueries(db);
  return {
    ...queries,
    ...drawingChanges(db, clock, queries.get),
    rename: (id, name) => void db.update('masks', { name }, 'id = ?', id),
    setRemoved(id, isRemoved) {
      const removedAt = isRemoved ? clock.wall() : null;
      return db.update('masks', { removedAt }, 'id = ?', id) === 1;
    },
    used: (sha256, { maskId, kept }) =>
      void db.run(
        `INSERT INTO used_masks (sha256, mask_id, kept) VALUES (?, ?, ?)
         ON CONFLICT (sha256) DO UPDATE SET mask_id = excluded.mask_id`,
        sha256,
        maskId,
        kept,
      ),
  };
}

function maskQueries(db: Tables): MaskQueries {
  return {
    ofPhoto: (photoId) =>
      db.all(
        `SELECT ${COLUMNS} FROM masks WHERE photo_id = ? AND removed_at IS NULL AND ${DRAWN}
         ORDER BY changed_at DESC, id DESC`,
        photoId,
      ),
    ofOthers: (photoId, { width, height }, shape, limit) =>
      db.all(
        `SELECT ${COLUMNS} FROM masks WHERE photo_id <> ?1 AND removed_at IS NULL AND ${DRAWN}
           AND max(?2 * 1.0 / width, ?3 * 1.0 / height)
             <= min(?2 * 1.0 / width, ?3 * 1.0 / height) * ?4
         ORDER BY width = ?2 AND height = ?3 DESC, changed_at DESC, id DESC LIMIT ?5`,
        photoId,
        width,
        height,
        shape,
        limit,
      ),
    get: (id) => db.get(`SELECT ${COLUMNS} FROM masks WHERE id = ? AND removed_at IS NULL`, id),
    documentOf: ({ id, width, height, position }) => ({
      width,
      height,
      operations: textsOf(db, id, 0).map((text) => JSON.parse(text) as Operation),
      position,
    }),
    untouched: (photoId) =>
      db.get(
        `SELECT ${COLUMNS} FROM masks
         WHERE photo_id = ? AND removed_at IS NULL AND name IS NULL AND NOT ${DRAWN}
         ORDER BY id DESC LIMIT 1`,
        photoId,
      ),
    ofFile: (sha256) => db.get('SELECT mask_id, kept FROM used_masks WHERE sha256 = ?', sha256),
  };
}

function drawingChanges(db: Tables, clock: Clock, get: MaskQueries['get']): DrawingChanges {
  const put = (maskId: number, from: number, texts: readonly string[]) => {
    for (const [at, operation] of texts.entries()) {
      db.insertRow('mask_operations', { maskId, place: from + at, operation });
    }
  };
  return {
    add: ({ photoId, name: photoName }, { width, height, operations, position }) =>
      db.transaction(() => {
        const texts = operations.map((each) => JSON.stringify(each));
        const id = db.insertRow('masks', {
          photoId,
          photoName,
          width,
          height,
          position,
          revision: 0,
          number: expression(NEXT_NUMBER, photoId),
          bytes: lengthOf(texts),
          changedAt: clock.wall(),
        });
        put(id, 0, texts);
        return id;
      }),
    save: (id, { revision, from, operations, position }) =>
      db.transaction(() => {
        const mask = get(id);
        if (mask === undefined) return 'changed';
        const texts = operations.map((each) => JSON.stringify(each));
        const replaced = textsOf(db, id, from);
        if (mask.revision !== revision) {
          const isTheSame =
            mask.revision === revision + 1 &&
            mask.position === position &&
            texts.length === replaced.length &&
            texts.every((text, at) => text === replaced[at]);
          return isTheSame ? mask.revision : 'changed';
        }
        const { held, bytes } = db.get<{ held: number; bytes: number }>(
          `SELECT bytes, (SELECT count(*) FROM mask_operations WHERE mask_id = masks.id) AS held
           FROM masks WHERE id = ?`,
          id,
        ) ?? { held: 0, bytes: 0 };
        const count = from + texts.length;
        if (from > held || position > count) return 'gap';
        const after = bytes - lengthOf(replaced) + lengthOf(texts);
        if (after > MOST_BYTES || count > MOST_OPERATIONS) return 'full';
        db.run('DELETE FROM mask_operations WHERE mask_id = ? AND place >= ?', id, from);
        put(id, from, texts);
        const saved = { position, bytes: after, revision: revision + 1, changedAt: clock.wall() };
        db.update('masks', saved, 'id = ?', id);
        return saved.revision;
      }),
  };
}

/** Returns the operations of a mask as stored, from index `from` on. */
function textsOf(db: Tables, id: number, from: number): string[] {
  return db.column(
    'SELECT operation FROM mask_operations WHERE mask_id = ? AND place >= ? ORDER BY place',
    id,
    from,
  );
}

/**
 * Returns the number of characters, which equals the number of bytes because operations contain only
 * numbers and a few ASCII words.
 */
function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}
