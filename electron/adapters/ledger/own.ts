import { releaseStanding, type OwnAudience, type OwnKind, type ServiceModel } from '#shared/own.ts';
import type { Problem, ProblemCode } from '#shared/problem.ts';
import type { PreparationStatus } from '#shared/service.ts';
import type { OwnFilter, OwnNotes } from '#shared/views/own.ts';
import type { Clock } from '../../base/clock.ts';
import { lookedUp } from '../../base/looking-up.ts';
import { localDay } from './spending.ts';
import type { Database } from './sqlite.ts';

/** The copy that is kept of a release file. */
export interface KeptRelease {
  /** Absolute. */
  readonly file: string;
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** One of the account, with the studio's card. */
export interface OwnRow extends ServiceModel, OwnNotes {
  readonly kind: OwnKind;
  readonly presence: 'there' | 'gone' | 'deleting' | 'deleted';
  readonly isMadeHere: boolean;
  /** Wall-clock ms. */
  readonly knownSince: number;
  readonly problem: Problem | null;
  readonly release: KeptRelease | null;
  /** Grows with every change of the card. */
  readonly revision: number;
}

/** What decides whether a job may be made with one. */
export interface OwnRule extends OwnAudience {
  /** The local name, else the service's, else the id. */
  readonly name: string;
  readonly status: PreparationStatus;
  readonly presence: OwnRow['presence'];
  readonly expires: string | null;
}

/** What a picker says of one besides what the service tells. */
export interface OwnLabel extends Pick<
  OwnRow,
  'id' | 'localName' | 'status' | 'presence' | 'expires'
> {}

/** Own models and scenes as the service last told of them. What was deleted here is in no list. */
export interface OwnRepository {
  /** The newest first. */
  page(
    kind: OwnKind,
    filter: OwnFilter,
    offset: number,
    limit: number,
  ): { readonly total: number; readonly rows: readonly OwnRow[] };
  /** Also one that was deleted here. */
  get(kind: OwnKind, id: number): OwnRow | undefined;
  /** Those with these ids, without what was deleted here. */
  some(kind: OwnKind, ids: readonly number[]): OwnRow[];
  all(kind: OwnKind): OwnRow[];
  /** What pickers say of them, also of those that were deleted here. */
  labels(kind: OwnKind): OwnLabel[];
  /** What decides about a job; undefined for an id that was never in the account. */
  rule(kind: OwnKind, id: number): OwnRule | undefined;
  /** How many the account holds. */
  count(kind: OwnKind): number;
  /** The words of all cards, by name. */
  words(kind: OwnKind): { readonly tags: readonly string[]; readonly clients: readonly string[] };
  /**
   * Writes down what the service tells, of new ones and known ones; one that a person wants deleted stays
   * so, one that was gone is there again, as is one that was deleted here and is still told of after
   * `LAG`. Ids of those that are another now.
   */
  told(kind: OwnKind, those: readonly ServiceModel[], isMadeHere: boolean): number[];
  /** The account has it no more. */
  gone(kind: OwnKind, id: number): void;
  /** Those whose status is not final, the oldest first. */
  toFollow(): OwnRow[];
  /** A person wants it gone at the service. */
  deleting(kind: OwnKind, id: number): void;
  toDelete(): OwnRow[];
  /** The service deleted it, or a person takes one that is gone off the list. */
  deleted(kind: OwnKind, id: number): void;
  /** The service keeps it, and says why. */
  kept(kind: OwnKind, id: number, problem: Problem): void;
  /** Undefined, and nothing is written, when `revision` is not the last one. */
  saveNotes(kind: OwnKind, id: number, revision: number, notes: OwnNotes): OwnRow | undefined;
  setRelease(kind: OwnKind, id: number, release: KeptRelease | null): OwnRow | undefined;
}

interface Row {
  kind: OwnKind;
  id: number;
  name: string;
  cover: string;
  images: string | null;
  status: PreparationStatus;
  presence: OwnRow['presence'];
  isMadeHere: number;
  knownSince: number;
  code: ProblemCode | null;
  message: string | null;
  about: string | null;
  localName: string | null;
  notes: string;
  tags: string;
  expires: string | null;
  clients: string;
  folders: string;
  release: string | null;
  revision: number;
}

const COLUMNS = `kind, service_id AS id, name, cover, images, status, presence,
  made_here AS isMadeHere, known_since AS knownSince, code, message, about, local_name AS localName,
  notes, tags, expires, clients, folders, release, revision`;

/** ms for which a service may still list what it has deleted. */
const LAG = 10 * 60_000;

export function ownRepository(db: Database, clock: Clock): OwnRepository {
  const where = (condition: string, ...values: (string | number)[]) =>
    db.all<Row>(`SELECT ${COLUMNS} FROM own WHERE ${condition}`, ...values).map(read);
  const get = (kind: OwnKind, id: number) => where('kind = ? AND service_id = ?', kind, id)[0];
  const all = (kind: OwnKind) =>
    where(`kind = ? AND presence <> 'deleted' ORDER BY known_since DESC, service_id DESC`, kind);
  const change = (kind: OwnKind, id: number, set: string, ...values: (string | number | null)[]) =>
    db.run(
      `UPDATE own SET ${set}, changed_at = ? WHERE kind = ? AND service_id = ?`,
      ...values,
      clock.wall(),
      kind,
      id,
    );
  const noProblem = 'code = NULL, message = NULL, about = NULL';

  /** Whether it is another now. */
  const write = (kind: OwnKind, told: ServiceModel, isMadeHere: boolean): boolean => {
    const { id, name, cover, images, status } = told;
    const now = clock.wall();
    const list = images === null ? null : JSON.stringify(images);
    const fresh = db.run(
      `INSERT INTO own (kind, service_id, name, cover, images, status, presence, made_here, known_since,
         changed_at) VALUES (?, ?, ?, ?, ?, ?, 'there', ?, ?, ?) ON CONFLICT DO NOTHING`,
      kind,
      id,
      name,
      cover,
      list,
      status,
      Number(isMadeHere),
      now,
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
  };

  return {
    page(kind, filter, offset, limit) {
      const today = localDay(clock.wall());
      const rows = all(kind).filter((row) => passes(row, filter, today));
      return { total: rows.length, rows: rows.slice(offset, offset + limit) };
    },
    get,
    some: (kind, ids) =>
      where(
        `kind = ? AND presence <> 'deleted' AND service_id IN (SELECT value FROM json_each(?))`,
        kind,
        JSON.stringify(ids),
      ),
    all,
    labels: (kind) =>
      db.all<OwnLabel>(
        `SELECT service_id AS id, local_name AS localName, status, presence, expires
         FROM own WHERE kind = ?`,
        kind,
      ),
    rule(kind, id) {
      const row = get(kind, id);
      if (row === undefined) return undefined;
      return { ...row, name: row.localName ?? (row.name === '' ? String(id) : row.name) };
    },
    count: (kind) =>
      db.get<{ count: number }>(
        `SELECT count(*) AS count FROM own WHERE kind = ? AND presence IN ('there', 'deleting')`,
        kind,
      )?.count ?? 0,
    words: (kind) => {
      const words = (column: 'tags' | 'clients') =>
        db
          .all<{ word: string }>(
            `SELECT DISTINCT value AS word FROM own, json_each(own.${column})
             WHERE kind = ? AND presence <> 'deleted' ORDER BY value COLLATE NOCASE`,
            kind,
          )
          .map(({ word }) => word);
      return { tags: words('tags'), clients: words('clients') };
    },
    told: (kind, those, isMadeHere) =>
      db.transaction(() =>
        those.filter((told) => write(kind, told, isMadeHere)).map(({ id }) => id),
      ),
    gone: (kind, id) =>
      void change(
        kind,
        id,
        `presence = CASE presence WHEN 'deleting' THEN 'deleted' ELSE 'gone' END, ${noProblem}`,
      ),
    toFollow: () =>
      where(`presence = 'there' AND status IN ('prepare', 'Unknown') ORDER BY known_since`),
    deleting: (kind, id) => void change(kind, id, `presence = 'deleting', ${noProblem}`),
    toDelete: () => where(`presence = 'deleting' ORDER BY changed_at`),
    deleted: (kind, id) => void change(kind, id, `presence = 'deleted', ${noProblem}`),
    kept: (kind, id, { code, message, about = null }) =>
      void change(
        kind,
        id,
        `presence = 'there', code = ?, message = ?, about = ?`,
        code,
        message,
        about,
      ),
    saveNotes(kind, id, revision, { localName, notes, tags, expires, clients, folders }) {
      const changed = db.run(
        `UPDATE own SET local_name = ?, notes = ?, tags = ?, expires = ?, clients = ?, folders = ?,
           revision = revision + 1, changed_at = ?
         WHERE kind = ? AND service_id = ? AND revision = ? AND presence <> 'deleted'`,
        localName,
        notes,
        JSON.stringify(tags),
        expires,
        JSON.stringify(clients),
        JSON.stringify(folders),
        clock.wall(),
        kind,
        id,
        revision,
      );
      return changed === 1 ? get(kind, id) : undefined;
    },
    setRelease(kind, id, release) {
      const text = release === null ? null : JSON.stringify(release);
      const changed = change(kind, id, 'release = ?, revision = revision + 1', text);
      return changed === 1 ? get(kind, id) : undefined;
    },
  };
}

function read({ code, message, about, isMadeHere, ...row }: Row): OwnRow {
  return {
    ...row,
    isMadeHere: isMadeHere === 1,
    images: row.images === null ? null : (JSON.parse(row.images) as string[]),
    tags: JSON.parse(row.tags) as string[],
    clients: JSON.parse(row.clients) as string[],
    folders: JSON.parse(row.folders) as string[],
    release: row.release === null ? null : (JSON.parse(row.release) as KeptRelease),
    problem:
      code === null ? null : { code, message: message ?? '', ...(about === null ? {} : { about }) },
  };
}

function passes(row: OwnRow, { text = '', tag, show = 'all' }: OwnFilter, today: string): boolean {
  if (tag !== undefined && !row.tags.includes(tag)) return false;
  if (!isShown(row, show, today)) return false;
  const { localName, name, notes, tags, clients, id } = row;
  const found = lookedUp([localName ?? '', name, notes, ...tags, ...clients, String(id)].join(' '));
  const words = lookedUp(text).split(/\s+/u);
  return words.every((word) => found.includes(word));
}

function isShown(row: OwnRow, show: NonNullable<OwnFilter['show']>, today: string): boolean {
  const { presence, status, problem } = row;
  const release = releaseStanding(row.expires, today);
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
