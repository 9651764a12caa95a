import type { Tables } from './rows.ts';

/** What needs attention at any station of the shared studio; see `migrations`. */
export const sharedHeldTable = `
  -- a photo or a large drop that needs attention at a station of the shared studio, or did
  CREATE TABLE shared_held (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,        -- the document's key in the shared studio
    version INTEGER NOT NULL,        -- of the document that was last read or written; 0: the database does not know it
    mark TEXT,                       -- tells the version from the same number after a restore
    station TEXT NOT NULL,           -- name of the station where it needs attention
    own INTEGER NOT NULL,            -- 1: that is this station
    open INTEGER NOT NULL,           -- 0: it does not need attention any more
    content TEXT NOT NULL,           -- JSON, as the document holds it
    written INTEGER NOT NULL,        -- 0: the content is newer than the document
    choice TEXT                      -- the answer of this station's user, until the document holds it
  ) STRICT;
  CREATE INDEX shared_held_open ON shared_held (id) WHERE open = 1;
`;

/** A photo or a large drop that needs attention at a station of the shared studio, or did. */
export interface HeldRow {
  readonly id: number;
  /** Key of the document. */
  readonly key: string;
  /** Version of the document that was last read or written; 0 if the database does not know it. */
  readonly version: number;
  /** Distinguishes the version from another one with the same number after a restore of the database. */
  readonly mark: string | null;
  /** Name of the station where it needs attention. */
  readonly station: string;
  /** Whether it needs attention at this station. */
  readonly isOwn: boolean;
  readonly isOpen: boolean;
  /** JSON, as stored in the document. */
  readonly content: string;
  /** Whether the document has this content. */
  readonly isWritten: boolean;
  /** The answer that the user of this station has chosen, until the document contains it. */
  readonly choice: string | null;
}

export interface SharedHeldRepository {
  get(key: string): HeldRow | undefined;
  /** Returns what needs attention now, oldest first. */
  open(): HeldRow[];
  /**
   * Returns what needs attention at other stations and has no answer yet: the keys, and the number of photos of large
   * drops, which is null for a single photo.
   */
  unanswered(): { readonly key: string; readonly photos: number | null }[];
  /** Returns the rows whose content must still be written to their documents. */
  unwritten(): HeldRow[];
  /** Adds a row, or replaces the row with the same key, which keeps its id. */
  put(row: Omit<HeldRow, 'id'>): void;
  /** Records the answer of this station's user; null withdraws it. */
  choose(id: number, choice: string | null): void;
  /** Records that the database may have lost documents: each row counts as unknown until it is read again. */
  restart(): void;
  removeAll(): void;
}

type Row = Omit<HeldRow, 'isOwn' | 'isOpen' | 'isWritten'> &
  Readonly<Record<'own' | 'open' | 'written', number>>;

const SELECT =
  'SELECT id, key, version, mark, station, own, open, content, written, choice FROM shared_held';

export function sharedHeldRepository(db: Tables): SharedHeldRepository {
  const all = (where: string, ...values: string[]) =>
    db.all<Row>(`${SELECT} WHERE ${where} ORDER BY id`, ...values).map(read);
  return {
    get: (key) => all('key = ?', key)[0],
    open: () => all('open = 1'),
    unanswered: () =>
      db.all(
        `SELECT key, json_extract(content, '$.what.photos') AS photos FROM shared_held
         WHERE open = 1 AND own = 0 AND choice IS NULL
           AND json_extract(content, '$.state') = 'open' AND json_extract(content, '$.given') IS NULL`,
      ),
    unwritten: () => all('written = 0'),
    put({ key, isOwn, isOpen, isWritten, ...fields }) {
      const row = {
        ...fields,
        own: Number(isOwn),
        open: Number(isOpen),
        written: Number(isWritten),
      };
      if (db.update('shared_held', row, 'key = ?', key) === 0) {
        db.insertRow('shared_held', { key, ...row });
      }
    },
    choose: (id, choice) => void db.update('shared_held', { choice }, 'id = ?', id),
    restart: () =>
      void db.run('UPDATE shared_held SET version = 0, mark = NULL, written = 1 - own'),
    removeAll: () => void db.run('DELETE FROM shared_held'),
  };
}

function read({ own, open, written, ...row }: Row): HeldRow {
  return { ...row, isOwn: own === 1, isOpen: open === 1, isWritten: written === 1 };
}
