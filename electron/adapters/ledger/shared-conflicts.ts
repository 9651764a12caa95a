import type { SharedKindName } from './shared-documents.ts';
import type { Tables } from './rows.ts';

/** Changes of shared items that two stations made at the same time; see `migrations`. */
export const sharedConflictTable = `
  -- an item that was changed here and at another station at the same time, until a person chooses a version
  CREATE TABLE shared_conflicts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,              -- as in shared_documents
    key TEXT NOT NULL,
    name TEXT NOT NULL,
    mine TEXT NOT NULL,              -- JSON of this station's version
    theirs TEXT,                     -- JSON of the other station's version; null: it removed the item
    station TEXT NOT NULL,           -- name of the other station
    at INTEGER NOT NULL,             -- when the other station made its change
    choice TEXT CHECK (choice IN ('mine', 'theirs')) -- not in effect yet; null: not chosen
  ) STRICT;
  `;

/** The version that a user chose to keep: this station's (`mine`) or the other station's (`theirs`). */
export type KeptVersion = 'mine' | 'theirs';

/**
 * An item that two stations changed at the same time. Until a user chooses, the other station's version is used; if
 * the other station removed the item, the item stays.
 */
export interface SharedConflict {
  readonly id: number;
  readonly kind: SharedKindName;
  /** Key of the document. */
  readonly key: string;
  readonly name: string;
  /** JSON of this station's version. */
  readonly mine: string;
  /** JSON of the other station's version; null if it removed the item. */
  readonly theirs: string | null;
  /** Name of the other station. */
  readonly station: string;
  /** When the other station made its change; wall-clock time in ms. */
  readonly at: number;
}

export interface SharedConflictRepository {
  /** Returns the conflicts for which no user has chosen a version, newest first. */
  open(): SharedConflict[];
  /** Returns the conflicts whose chosen version is not in effect yet, oldest first. */
  chosen(): (SharedConflict & { readonly choice: KeptVersion })[];
  /** Returns the number of all conflicts, including those whose chosen version is not in effect yet. */
  count(): number;
  /** Adds a conflict. It replaces an earlier conflict about the same item with the same version of this station. */
  add(conflict: Omit<SharedConflict, 'id'>): void;
  /** Records that the item was changed again: `theirs` is now the version in use. */
  follow(item: Pick<SharedConflict, 'kind' | 'key'>, theirs: string): void;
  /** Records that the item now belongs to the document with this key. */
  move(item: Pick<SharedConflict, 'kind' | 'key'>, key: string): void;
  /** Records a choice, or withdraws it (null). Returns false if there is no such open conflict. */
  choose(id: number, choice: KeptVersion | null): boolean;
  /** Removes a settled conflict. */
  remove(id: number): void;
  /** Removes all conflicts; the versions in use stay. */
  removeAll(): void;
}

const COLUMNS = 'id, kind, key, name, mine, theirs, station, at';

export function sharedConflictRepository(db: Tables): SharedConflictRepository {
  return {
    open: () =>
      db.all(`SELECT ${COLUMNS} FROM shared_conflicts WHERE choice IS NULL ORDER BY id DESC`),
    chosen: () =>
      db.all(
        `SELECT ${COLUMNS}, choice FROM shared_conflicts WHERE choice IS NOT NULL ORDER BY id`,
      ),
    count: () => db.value('SELECT count(*) FROM shared_conflicts') ?? 0,
    add: (conflict) =>
      db.transaction(() => {
        const { kind, key, mine } = conflict;
        db.run(
          'DELETE FROM shared_conflicts WHERE kind = ? AND key = ? AND mine = ?',
          kind,
          key,
          mine,
        );
        db.insertRow('shared_conflicts', { ...conflict, choice: null });
      }),
    follow: ({ kind, key }, theirs) =>
      void db.update(
        'shared_conflicts',
        { theirs },
        'kind = ? AND key = ? AND theirs IS NOT NULL',
        kind,
        key,
      ),
    move: (item, key) =>
      void db.update('shared_conflicts', { key }, 'kind = ? AND key = ?', item.kind, item.key),
    choose: (id, choice) => db.update('shared_conflicts', { choice }, 'id = ?', id) === 1,
    remove: (id) => void db.run('DELETE FROM shared_conflicts WHERE id = ?', id),
    removeAll: () => void db.run('DELETE FROM shared_conflicts'),
  };
}
