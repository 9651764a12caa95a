import {
  releaseStatus,
  type CustomModelAudience,
  type CustomModelKind,
  type ServiceModel,
} from '#shared/custom-models.ts';
import { localDay } from '#shared/day.ts';
import type { Problem } from '#shared/problem.ts';
import type { PreparationStatus } from '#shared/service.ts';
import type { CustomModelFilter, CustomModelNotes } from '#shared/views/custom-models.ts';
import type { Clock } from '../../base/clock.ts';
import { lookedUp } from '../../base/looking-up.ts';
import {
  expression,
  problemColumns,
  storedProblem,
  type Fields,
  type ProblemColumns,
  type Tables,
} from './rows.ts';

/** The stored copy of a release file. */
export interface KeptRelease {
  /** Absolute path of the copy. */
  readonly file: string;
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
}

/**
 * A custom model or scene in the account, with its card: the notes that the user keeps about it.
 */
export interface CustomModelRow extends ServiceModel, CustomModelNotes {
  readonly kind: CustomModelKind;
  readonly presence: 'there' | 'gone' | 'deleting' | 'deleted';
  readonly isMadeHere: boolean;
  /** Wall-clock time in ms. */
  readonly knownSince: number;
  readonly problem: Problem | null;
  readonly release: KeptRelease | null;
  /** Increases with every change to the card. */
  readonly revision: number;
}

/** What decides whether the model or scene may be used in a job. */
export interface CustomModelRule extends CustomModelAudience {
  /** The local name if set, otherwise the service's name, otherwise the id. */
  readonly name: string;
  readonly status: PreparationStatus;
  readonly presence: CustomModelRow['presence'];
  readonly expires: string | null;
}

/** The data of the ledger that a picker shows in addition to the data from the service. */
export interface CustomModelLabel extends Pick<
  CustomModelRow,
  'id' | 'localName' | 'status' | 'presence' | 'expires'
> {}

/** Queries of custom models and scenes. Lists omit entries that the user deleted in Darkslide. */
export interface CustomModelQueries {
  /** Returns one page, newest first. */
  page(
    kind: CustomModelKind,
    filter: CustomModelFilter,
    offset: number,
    limit: number,
  ): { readonly total: number; readonly rows: readonly CustomModelRow[] };
  /** Returns an entry by id, even if the user deleted it in Darkslide. */
  get(kind: CustomModelKind, id: number): CustomModelRow | undefined;
  /** Returns the entries with these ids, except those that the user deleted in Darkslide. */
  some(kind: CustomModelKind, ids: readonly number[]): CustomModelRow[];
  all(kind: CustomModelKind): CustomModelRow[];
  /** Returns the labels for pickers, including entries that the user deleted in Darkslide. */
  labels(kind: CustomModelKind): CustomModelLabel[];
  /** Returns what decides whether a job may use the entry; undefined for an id that was never in the account. */
  rule(kind: CustomModelKind, id: number): CustomModelRule | undefined;
  /** Returns the number of entries in the account. */
  count(kind: CustomModelKind): number;
  /** Returns the tags and clients on all cards, sorted by name. */
  words(kind: CustomModelKind): {
    readonly tags: readonly string[];
    readonly clients: readonly string[];
  };
  /** Returns the clients on all cards, also on those of deleted models and scenes, for the costs of the past. */
  clientsOfCosts(): readonly string[];
  /** Returns the entries whose status is not final, oldest first. */
  toFollow(): CustomModelRow[];
  toDelete(): CustomModelRow[];
}

/** Changes from the service's answers about the account. */
interface AccountChanges {
  /**
   * Records the entries that the service lists, both new and known. An entry that the user wants to
   * delete keeps that state. An entry that was missing from the account is listed again. An entry
   * that was deleted in Darkslide is listed again if the service still lists it after `LAG`.
   * Returns the ids of the changed entries.
   */
  told(kind: CustomModelKind, those: readonly ServiceModel[], isMadeHere: boolean): number[];
  /** Records that an entry is no longer in the account. */
  gone(kind: CustomModelKind, id: number): void;
  /** Records that the user wants an entry deleted from the service. */
  deleting(kind: CustomModelKind, id: number): void;
  /**
   * Records that the service has deleted an entry, or that the user has removed a missing entry from the
   * list.
   */
  deleted(kind: CustomModelKind, id: number): void;
  /** Records that the service did not delete an entry, and why. */
  kept(kind: CustomModelKind, id: number, problem: Problem): void;
}

/** Changes to the cards. */
interface CardChanges {
  /** Saves the notes. Returns undefined and writes nothing if `revision` is not the latest. */
  saveNotes(
    kind: CustomModelKind,
    id: number,
    revision: number,
    notes: CustomModelNotes,
  ): CustomModelRow | undefined;
  setRelease(
    kind: CustomModelKind,
    id: number,
    release: KeptRelease | null,
  ): CustomModelRow | undefined;
}

export interface CustomModelRepository extends CustomModelQueries, AccountChanges, CardChanges {}

/** The fields whose type differs from that of their columns. */
type Written = 'images' | 'isMadeHere' | 'problem' | 'tags' | 'clients' | 'folders' | 'release';

interface Row extends Omit<CustomModelRow, Written>, ProblemColumns {
  readonly images: string | null;
  readonly isMadeHere: number;
  readonly tags: string;
  readonly clients: string;
  readonly folders: string;
  readonly release: string | null;
}

const COLUMNS = `kind, service_id AS id, name, cover, images, status, presence,
  made_here AS isMadeHere, known_since, code, message, about, said, local_name, notes, tags, expires,
  clients, folders, release, revision`;
const SHOWN = "presence <> 'deleted'";

/** Time in ms for which a service may still list an entry that it has deleted. */
const LAG = 10 * 60_000;

export function customModelRepository(db: Tables, clock: Clock): CustomModelRepository {
  const queries = customModelQueries(db, clock);
  const set: Set = (kind, id, fields, where = '1', ...values) => {
    const stamped = { ...fields, changedAt: clock.wall() };
    const one = `kind = ? AND service_id = ? AND ${where}`;
    return db.update('own', stamped, one, kind, id, ...values);
  };
  return { ...queries, ...accountChanges(db, clock, set), ...cardChanges(queries.get, set) };
}

/** Changes the row with this id if the condition holds; returns 1 or 0. */
type Set = (
  kind: CustomModelKind,
  id: number,
  fields: Fields,
  where?: string,
  ...values: number[]
) => number;

function customModelQueries(db: Tables, clock: Clock): CustomModelQueries {
  const where = (condition: string, ...values: (string | number)[]) =>
    db.all<Row>(`SELECT ${COLUMNS} FROM own WHERE ${condition}`, ...values).map(read);
  const get = (kind: CustomModelKind, id: number) =>
    where('kind = ? AND service_id = ?', kind, id)[0];
  const all = (kind: CustomModelKind) =>
    where(`kind = ? AND ${SHOWN} ORDER BY known_since DESC, service_id DESC`, kind);
  const words = (kind: CustomModelKind, column: 'tags' | 'clients') =>
    db.column<string>(
      `SELECT DISTINCT value FROM own, json_each(own.${column})
       WHERE kind = ? AND ${SHOWN} ORDER BY value COLLATE NOCASE`,
      kind,
    );
  return {
    page(kind, filter, offset, limit) {
      const today = localDay(clock.wall());
      const rows = all(kind).filter((row) => passes(row, filter, today));
      return { total: rows.length, rows: rows.slice(offset, offset + limit) };
    },
    get,
    some: (kind, ids) =>
      where(
        `kind = ? AND ${SHOWN} AND service_id IN (SELECT value FROM json_each(?))`,
        kind,
        JSON.stringify(ids),
      ),
    all,
    labels: (kind) =>
      db.all(
        'SELECT service_id AS id, local_name, status, presence, expires FROM own WHERE kind = ?',
        kind,
      ),
    rule(kind, id) {
      const row = get(kind, id);
      if (row === undefined) return undefined;
      return { ...row, name: row.localName ?? (row.name === '' ? String(id) : row.name) };
    },
    count: (kind) =>
      db.value(
        "SELECT count(*) FROM own WHERE kind = ? AND presence IN ('there', 'deleting')",
        kind,
      ) ?? 0,
    words: (kind) => ({ tags: words(kind, 'tags'), clients: words(kind, 'clients') }),
    clientsOfCosts: () =>
      db.column(
        'SELECT DISTINCT value FROM own, json_each(own.clients) ORDER BY value COLLATE NOCASE',
      ),
    toFollow: () =>
      where(`presence = 'there' AND status IN ('prepare', 'Unknown') ORDER BY known_since`),
    toDelete: () => where(`presence = 'deleting' ORDER BY changed_at`),
  };
}

function accountChanges(db: Tables, clock: Clock, set: Set): AccountChanges {
  const noProblem = problemColumns(null);
  return {
    told: (kind, those, isMadeHere) =>
      db.transaction(() =>
        those.filter((told) => write(db, clock.wall(), kind, told, isMadeHere)).map(({ id }) => id),
      ),
    gone: (kind, id) => void set(kind, id, { presence: expression(GONE), ...noProblem }),
    deleting: (kind, id) => void set(kind, id, { presence: 'deleting', ...noProblem }),
    deleted: (kind, id) => void set(kind, id, { presence: 'deleted', ...noProblem }),
    kept: (kind, id, problem) =>
      void set(kind, id, { presence: 'there', ...problemColumns(problem) }),
  };
}

const GONE = "CASE presence WHEN 'deleting' THEN 'deleted' ELSE 'gone' END";

function cardChanges(get: CustomModelQueries['get'], set: Set): CardChanges {
  return {
    saveNotes(kind, id, revision, { localName, notes, tags, expires, clients, folders }) {
      const lists = {
        tags: JSON.stringify(tags),
        clients: JSON.stringify(clients),
        folders: JSON.stringify(folders),
      };
      const fields = { localName, notes, expires, ...lists, revision: revision + 1 };
      const changed = set(kind, id, fields, `revision = ? AND ${SHOWN}`, revision);
      return changed === 1 ? get(kind, id) : undefined;
    },
    setRelease(kind, id, release) {
      const text = release === null ? null : JSON.stringify(release);
      const changed = set(kind, id, { release: text, revision: expression('revision + 1') });
      return changed === 1 ? get(kind, id) : undefined;
    },
  };
}

/** Writes one row; returns whether it changed. */
function write(
  db: Tables,
  now: number,
  kind: CustomModelKind,
  { id, name, cover, images, status }: ServiceModel,
  isMadeHere: boolean,
): boolean {
  const list = images === null ? null : JSON.stringify(images);
  const fresh = db.run(
    `INSERT INTO own (kind, service_id, name, cover, images, status, presence, made_here, known_since,
       changed_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, 'there', ?7, ?8, ?8) ON CONFLICT DO NOTHING`,
    kind,
    id,
    name,
    cover,
    list,
    status,
    Number(isMadeHere),
    now,
  );
  if (fresh === 1) return true;
  return (
    db.run(
      `UPDATE own SET name = ?1, cover = ?2, images = coalesce(?3, images), status = ?4,
         presence = CASE WHEN presence IN ('gone', 'deleted') THEN 'there' ELSE presence END,
         made_here = max(made_here, ?8), changed_at = ?5
       WHERE kind = ?6 AND service_id = ?7 AND (presence <> 'deleted' OR changed_at <= ?9)
         AND (name <> ?1 OR cover <> ?2 OR images IS NOT coalesce(?3, images) OR status <> ?4
           OR presence IN ('gone', 'deleted') OR made_here < ?8)`,
      name,
      cover,
      list,
      status,
      now,
      kind,
      id,
      Number(isMadeHere),
      now - LAG,
    ) === 1
  );
}

function read({ code, message, about, said, ...row }: Row): CustomModelRow {
  return {
    ...row,
    isMadeHere: row.isMadeHere === 1,
    images: row.images === null ? null : (JSON.parse(row.images) as string[]),
    tags: JSON.parse(row.tags) as string[],
    clients: JSON.parse(row.clients) as string[],
    folders: JSON.parse(row.folders) as string[],
    release: row.release === null ? null : (JSON.parse(row.release) as KeptRelease),
    problem: storedProblem({ code, message, about, said }),
  };
}

function passes(
  row: CustomModelRow,
  { text = '', tag, show = 'all' }: CustomModelFilter,
  today: string,
): boolean {
  if (tag !== undefined && !row.tags.includes(tag)) return false;
  if (!isShown(row, show, today)) return false;
  const { localName, name, notes, tags, clients, id } = row;
  const found = lookedUp([localName ?? '', name, notes, ...tags, ...clients, String(id)].join(' '));
  const words = lookedUp(text).split(/\s+/u);
  return words.every((word) => found.includes(word));
}

function isShown(
  row: CustomModelRow,
  show: NonNullable<CustomModelFilter['show']>,
  today: string,
): boolean {
  const { presence, status, problem } = row;
  const release = releaseStatus(row.expires, today);
  switch (show) {
    case 'all':
      return true;
    case 'usable':
      return presence === 'there' && status === 'complete' && release !== 'over';
    case 'preparing':
      return presence === 'there' && (status === 'prepare' || status === 'Unknown');
    case 'attention':
      return (
        status === 'failed' ||
        presence === 'gone' ||
        problem !== null ||
        release === 'ends' ||
        release === 'over'
      );
  }
}
