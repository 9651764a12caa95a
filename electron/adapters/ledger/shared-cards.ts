import type { CustomModelAudience, CustomModelKind } from '#shared/custom-models.ts';
import type { Tables } from './rows.ts';

/** The cards of other stations that this station cannot use; see `migrations`. */
export const sharedCardTable = `
  -- what the card of a custom model permits, for cards of other stations that this station cannot use: it has not seen
  -- the model, or lacks a shared folder that the card names; empty for a station that works alone
  CREATE TABLE shared_cards (
    key TEXT PRIMARY KEY,            -- the document's key in the shared studio
    kind TEXT NOT NULL CHECK (kind IN ('model', 'scene')),
    service_id INTEGER NOT NULL,
    name TEXT,                       -- the local name
    expires TEXT,                    -- YYYY-MM-DD, the last valid day
    clients TEXT NOT NULL,           -- JSON
    folders TEXT NOT NULL            -- JSON: absolute paths on this station
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX shared_cards_of ON shared_cards (kind, service_id);
`;

/** What a card that this station cannot use permits. */
export interface SharedCard extends CustomModelAudience {
  readonly kind: CustomModelKind;
  readonly id: number;
  /** The local name; null if the card has none. */
  readonly name: string | null;
  readonly expires: string | null;
}

export interface SharedCardRepository {
  /** Keeps what the card in the document with this key permits. */
  put(key: string, card: SharedCard): void;
  remove(key: string): void;
  removeAll(): void;
  /** Returns the cards of one custom model or scene. */
  of(kind: CustomModelKind, id: number): SharedCard[];
}

type Row = Omit<SharedCard, 'clients' | 'folders'> & { clients: string; folders: string };

export function sharedCardRepository(db: Tables): SharedCardRepository {
  return {
    put: (key, { kind, id, name, expires, ...lists }) =>
      db.putRow('shared_cards', {
        key,
        kind,
        serviceId: id,
        name,
        expires,
        clients: JSON.stringify(lists.clients),
        folders: JSON.stringify(lists.folders),
      }),
    remove: (key) => void db.run('DELETE FROM shared_cards WHERE key = ?', key),
    removeAll: () => void db.run('DELETE FROM shared_cards'),
    of: (kind, id) =>
      db
        .all<Row>(
          `SELECT kind, service_id AS id, name, expires, clients, folders FROM shared_cards
           WHERE kind = ? AND service_id = ?`,
          kind,
          id,
        )
        .map(({ clients, folders, ...row }) => ({
          ...row,
          clients: JSON.parse(clients) as string[],
          folders: JSON.parse(folders) as string[],
        })),
  };
}
