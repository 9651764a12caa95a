import type { Tables } from './rows.ts';

/** The kinds of items that stations share; each item is one document. */
export type SharedKindName = 'recipe' | 'hot-folder' | 'prices' | 'custom-model';

/** A version number, and a mark that distinguishes it from the same number after the database was restored. */
export interface MarkedVersion {
  readonly version: number;
  readonly mark: string | null;
}

/**
 * An item of this ledger that is shared as a document. `version` is the last version of the document that was identical
 * to the item; 0 if the database does not know that version.
 */
export interface SharedEntry extends MarkedVersion {
  readonly key: string;
  /** Id of the item in its own table. */
  readonly localId: number;
  /** Hash of the item's content at that version. */
  readonly hash: string;
  /** Hashes of the item's earlier contents, newest first, to recognise old content in a restored database. */
  readonly past: readonly string[];
}

/** The documents that this station shares in its studio; empty outside a shared studio. */
export interface SharedDocumentRepository {
  /** Returns the entries of all documents of a kind. */
  all(kind: SharedKindName): SharedEntry[];
  get(kind: SharedKindName, key: string): SharedEntry | undefined;
  keyOf(kind: SharedKindName, localId: number): string | undefined;
  localIdOf(kind: SharedKindName, key: string): number | undefined;
  /** Records that an item has the same content as a version of its document. */
  set(kind: SharedKindName, entry: Omit<SharedEntry, 'past'>): void;
  /** Removes an entry; the item itself stays. */
  remove(kind: SharedKindName, key: string): void;
  /**
   * Returns the position up to which the documents were read; the beginning if they were last read by a Darkslide that
   * understands other documents than `reader`.
   */
  position(reader: string): MarkedVersion;
  reach(position: MarkedVersion, reader: string): void;
  /** Returns the versions of all entries. */
  versions(): MarkedVersion[];
  /** Records that the database was restored and no longer knows these versions. */
  restart(lost: readonly number[]): void;
  /** Removes all entries because the station leaves its studio; their items stay, and no hot folder is shared. */
  removeAll(): void;
}

/** Number of earlier hashes that an entry keeps. */
const PAST = 20;
const start: MarkedVersion = { version: 0, mark: null };

interface Row extends Omit<SharedEntry, 'past'> {
  readonly past: string;
}

export function sharedDocumentRepository(db: Tables): SharedDocumentRepository {
  const COLUMNS = 'key, local_id, version, mark, hash, past';
  const get = (kind: SharedKindName, key: string) => {
    const row = db.get<Row>(
      `SELECT ${COLUMNS} FROM shared_documents WHERE kind = ? AND key = ?`,
      kind,
      key,
    );
    return row === undefined ? undefined : entryOf(row);
  };
  return {
    get,
    all: (kind) =>
      db
        .all<Row>(`SELECT ${COLUMNS} FROM shared_documents WHERE kind = ? ORDER BY local_id`, kind)
        .map(entryOf),
    keyOf: (kind, localId) =>
      db.value('SELECT key FROM shared_documents WHERE kind = ? AND local_id = ?', kind, localId),
    localIdOf: (kind, key) => get(kind, key)?.localId,
    set: (kind, { key, localId, version, mark, hash }) =>
      db.transaction(() => {
        const before = get(kind, key);
        const known = before === undefined ? [] : [before.hash, ...before.past];
        const past = [...new Set(known)].filter((one) => one !== hash).slice(0, PAST);
        db.run('DELETE FROM shared_documents WHERE kind = ? AND local_id = ?', kind, localId);
        db.putRow('shared_documents', {
          kind,
          key,
          localId,
          version,
          mark,
          hash,
          past: past.join(' '),
        });
      }),
    remove: (kind, key) =>
      void db.run('DELETE FROM shared_documents WHERE kind = ? AND key = ?', kind, key),
    position: (reader) =>
      db.get<MarkedVersion>('SELECT version, mark FROM shared_position WHERE reader = ?', reader) ??
      start,
    reach: ({ version, mark }, reader) =>
      db.transaction(() => {
        db.run('DELETE FROM shared_position');
        db.insertRow('shared_position', { version, mark, reader });
      }),
    versions: () =>
      db.all<MarkedVersion>('SELECT version, mark FROM shared_documents WHERE version > 0'),
    restart: (lost) =>
      db.transaction(() => {
        db.run('DELETE FROM shared_position');
        const ofLost = 'version IN (SELECT value FROM json_each(?))';
        db.update('shared_documents', { version: 0, mark: null }, ofLost, JSON.stringify(lost));
      }),
    removeAll: () =>
      db.transaction(() => {
        db.run('DELETE FROM shared_position');
        db.run('DELETE FROM shared_documents');
        db.run('UPDATE hot_folders SET is_shared = 0');
      }),
  };
}

function entryOf({ past, ...row }: Row): SharedEntry {
  return { ...row, past: past === '' ? [] : past.split(' ') };
}
