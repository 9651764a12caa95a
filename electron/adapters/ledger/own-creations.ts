import type { OwnKind } from '#shared/own.ts';
import type { Problem, ProblemCode } from '#shared/problem.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database } from './sqlite.ts';

/** A photo that one is made of, as it was looked at. */
export interface CreationPhoto {
  /** Absolute path where it lay. */
  readonly path: string;
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** An own model or scene on its way into the account. */
export interface CreationRow {
  readonly id: number;
  readonly kind: OwnKind;
  /** Null where the service names it. */
  readonly name: string | null;
  readonly photos: readonly CreationPhoto[];
  /** The address of each photo at the service; null before it is uploaded. */
  readonly uploads: readonly (string | null)[];
  /** The addresses of its photos in each request that may have left, the oldest first. */
  readonly requests: readonly (readonly string[])[];
  readonly state: 'preparing' | 'sending' | 'doubt' | 'created' | 'stopped' | 'away';
  /** Ids in the account before the last request; null before the first. */
  readonly known: readonly number[] | null;
  /** Monotonic ms of this run of the program. */
  readonly doubtSince: number | null;
  /** Whole lists of the account without it, and all questions. */
  readonly doubtEmpty: number;
  readonly doubtQueries: number;
  /** Once it was created. */
  readonly serviceId: number | null;
  readonly problem: Problem | null;
  /** Wall-clock ms. */
  readonly createdAt: number;
}

/** Creations, so that none is made twice and none half-made is forgotten. Each change is one commit. */
export interface CreationRepository {
  add(kind: OwnKind, name: string | null, photos: readonly CreationPhoto[]): number;
  get(id: number): CreationRow | undefined;
  /** Those under way, the oldest first. */
  open(): CreationRow[];
  /** Those under way or stopped, the newest first. */
  shown(kind: OwnKind): CreationRow[];
  /** Those of the very same photos that were not put away, the newest first. */
  madeOf(kind: OwnKind, contents: readonly string[]): CreationRow[];
  /** Those that were created, the newest first. */
  lastCreated(kind: OwnKind, limit: number): CreationRow[];
  /** Ids of the account that creations of this kind have ended with. */
  claimed(kind: OwnKind): number[];
  uploaded(id: number, photo: number, address: string): void;
  /** Why it waits; it goes on by itself. */
  waits(id: number, problem: Problem | null): void;
  /**
   * The request may leave from now on; `known` are the ids in the account before it. False where it must
   * not, because it was put away or is on its way already.
   */
  sending(id: number, known: readonly number[]): boolean;
  /** The service did not get the request, or refused it for now; `known` stays. */
  unsent(id: number, problem: Problem): void;
  /** Nobody knows whether the request arrived. */
  doubt(id: number, problem: Problem): void;
  /** The account was listed in doubt; `isAbsent`: the list was whole and did not hold it. */
  asked(id: number, isAbsent: boolean): void;
  /** False where it cannot have become that: it ended otherwise, or another became that one. */
  created(id: number, serviceId: number): boolean;
  stopped(id: number, problem: Problem): void;
  /** A stopped one begins anew, with its photos uploaded once more; false where it is not stopped. */
  again(id: number): boolean;
  /** Off the list: one that stopped, or of which nothing was sent; false where it is neither. */
  putAway(id: number): boolean;
  /** The ledger is an earlier one: what had sent nothing in it may have been sent since, so it stops. */
  relearn(problem: Problem): void;
  /** After a start: a request that was on its way is in doubt, and every doubt's window begins anew. */
  recover(problem: Problem): void;
}

interface Row extends Omit<CreationRow, 'photos' | 'uploads' | 'requests' | 'known' | 'problem'> {
  photos: string;
  uploads: string;
  requests: string;
  known: string | null;
  code: ProblemCode | null;
  message: string | null;
  about: string | null;
}

const COLUMNS = `id, kind, name, photos, uploads, requests, state, known, doubt_since AS doubtSince,
  doubt_empty AS doubtEmpty, doubt_queries AS doubtQueries, service_id AS serviceId, code, message,
  about, created_at AS createdAt`;
const NO_PROBLEM = 'code = NULL, message = NULL, about = NULL';

export function creationRepository(db: Database, clock: Clock): CreationRepository {
  const where = (condition: string, ...values: (string | number)[]) =>
    db.all<Row>(`SELECT ${COLUMNS} FROM own_creations WHERE ${condition}`, ...values).map(read);
  const change = (
    condition: string,
    id: number,
    set: string,
    ...values: (string | number | null)[]
  ) =>
    db.run(
      `UPDATE own_creations SET ${set}, updated_at = ? WHERE id = ? AND ${condition}`,
      ...values,
      clock.wall(),
      id,
    ) === 1;
  const withProblem = (condition: string, id: number, state: string, problem: Problem, more = '') =>
    change(
      condition,
      id,
      `state = '${state}', code = ?, message = ?, about = ?${more}`,
      problem.code,
      problem.message,
      problem.about ?? null,
    );
  const get = (id: number) => where('id = ?', id)[0];

  return {
    add: (kind, name, photos) =>
      db.insert(
        `INSERT INTO own_creations (kind, name, photos, uploads, state, created_at, updated_at)
         VALUES (?, ?, ?, ?, 'preparing', ?, ?)`,
        kind,
        name,
        JSON.stringify(photos),
        JSON.stringify(photos.map(() => null)),
        clock.wall(),
        clock.wall(),
      ),
    get,
    open: () => where(`state IN ('preparing', 'sending', 'doubt') ORDER BY id`),
    shown: (kind) => where(`kind = ? AND state NOT IN ('created', 'away') ORDER BY id DESC`, kind),
    madeOf(kind, contents) {
      const wanted = contentsOf(contents);
      return where(`kind = ? AND state <> 'away' ORDER BY id DESC`, kind).filter(
        ({ photos }) => contentsOf(photos.map(({ sha256 }) => sha256)) === wanted,
      );
    },
    lastCreated: (kind, limit) =>
      where(`kind = ? AND state = 'created' ORDER BY id DESC LIMIT ?`, kind, limit),
    claimed: (kind) =>
      where(`kind = ? AND service_id IS NOT NULL`, kind).flatMap(
        ({ serviceId }) => serviceId ?? [],
      ),
    uploaded: (id, photo, address) =>
      void change(
        `state = 'preparing'`,
        id,
        `uploads = json_set(uploads, '$[' || CAST(? AS INTEGER) || ']', ?), ${NO_PROBLEM}`,
        photo,
        address,
      ),
    waits: (id, problem) =>
      void change(
        `state = 'preparing'`,
        id,
        'code = ?, message = ?, about = ?',
        problem?.code ?? null,
        problem?.message ?? null,
        problem?.about ?? null,
      ),
    sending: (id, known) =>
      change(
        `state = 'preparing'`,
        id,
        `state = 'sending', known = ?, ${NO_PROBLEM}, requests = CASE
           WHEN json_extract(requests, '$[#-1]') = json(uploads) THEN requests
           ELSE json_insert(requests, '$[#]', json(uploads)) END`,
        JSON.stringify(known),
      ),
    unsent: (id, problem) =>
      void withProblem(`state IN ('preparing', 'sending')`, id, 'preparing', problem),
    doubt: (id, problem) =>
      void withProblem(
        `state = 'sending'`,
        id,
        'doubt',
        problem,
        `, doubt_since = ${Math.floor(clock.mono())}, doubt_empty = 0, doubt_queries = 0`,
      ),
    asked: (id, isAbsent) =>
      void change(
        `state = 'doubt'`,
        id,
        'doubt_queries = doubt_queries + 1, doubt_empty = doubt_empty + ?',
        Number(isAbsent),
      ),
    created: (id, serviceId) =>
      change(
        `(state IN ('sending', 'doubt', 'stopped') OR state = 'preparing' AND known IS NOT NULL)
           AND NOT EXISTS (SELECT 1 FROM own_creations other
             WHERE other.kind = own_creations.kind AND other.service_id = ?1)`,
        id,
        `state = 'created', service_id = ?1, ${NO_PROBLEM}`,
        serviceId,
      ),
    stopped: (id, problem) =>
      void withProblem(`state IN ('preparing', 'sending', 'doubt')`, id, 'stopped', problem),
    again: (id) =>
      change(
        `state = 'stopped'`,
        id,
        `state = 'preparing', known = NULL, requests = '[]', doubt_since = NULL,
         uploads = (SELECT json_group_array(NULL) FROM json_each(photos)), ${NO_PROBLEM}`,
      ),
    putAway: (id) => change(`state IN ('stopped', 'preparing')`, id, `state = 'away'`),
    relearn(problem) {
      for (const { id } of where(`state = 'preparing'`)) {
        // whatever the account holds of its uploads is it
        withProblem(`state = 'preparing'`, id, 'stopped', problem, `, known = '[]'`);
      }
    },
    recover: (problem) =>
      db.transaction(() => {
        for (const { id } of where(`state = 'sending'`)) {
          withProblem(`state = 'sending'`, id, 'doubt', problem);
        }
        db.run(
          `UPDATE own_creations SET doubt_since = ?, doubt_empty = 0, doubt_queries = 0
           WHERE state = 'doubt'`,
          Math.floor(clock.mono()),
        );
      }),
  };
}

/** The same for the same photos in another order. */
function contentsOf(sha256s: readonly string[]): string {
  return sha256s.toSorted().join(' ');
}

function read({ code, message, about, ...row }: Row): CreationRow {
  return {
    ...row,
    photos: JSON.parse(row.photos) as CreationPhoto[],
    uploads: JSON.parse(row.uploads) as (string | null)[],
    requests: JSON.parse(row.requests) as string[][],
    known: row.known === null ? null : (JSON.parse(row.known) as number[]),
    problem:
      code === null ? null : { code, message: message ?? '', ...(about === null ? {} : { about }) },
  };
}
