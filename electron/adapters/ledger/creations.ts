import type { CustomModelKind } from '#shared/custom-models.ts';
import type { Problem } from '#shared/problem.ts';
import type { Clock } from '../../base/clock.ts';
import { newDoubt } from './execution-changes.ts';
import {
  expression,
  problemColumns,
  storedProblem,
  type Fields,
  type ProblemColumns,
  type Tables,
} from './rows.ts';

/** A photo that a custom model or scene is created from. */
export interface CreationPhoto {
  /** Absolute path at the time the photo was added. */
  readonly path: string;
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** A custom model or scene that Darkslide is creating in the account. */
export interface CreationRow {
  readonly id: number;
  readonly kind: CustomModelKind;
  /** Null if the service chooses the name. */
  readonly name: string | null;
  readonly photos: readonly CreationPhoto[];
  /** The address of each photo at the service; null before the upload. */
  readonly uploads: readonly (string | null)[];
  /** The photo addresses of each request that may have been sent, oldest request first. */
  readonly requests: readonly (readonly string[])[];
  /**
   * Starts at 1. Increases by 1 each time the user requests the creation although another station has created the
   * model or scene, or may have.
   */
  readonly run: number;
  readonly state: 'preparing' | 'sending' | 'doubt' | 'created' | 'stopped' | 'away';
  /** Ids that the account contained before the last request; null before the first request. */
  readonly known: readonly number[] | null;
  /**
   * Monotonic time in ms since which it has been in doubt whether the service received the request;
   * valid only while this process runs.
   */
  readonly doubtSince: number | null;
  /**
   * During the doubt: the number of complete lists that did not contain the new model or scene, and
   * the number of all queries.
   */
  readonly doubtEmpty: number;
  readonly doubtQueries: number;
  /** Set once the service has created the model or scene. */
  readonly serviceId: number | null;
  readonly problem: Problem | null;
  /** Wall-clock time in ms. */
  readonly createdAt: number;
}

/** Queries of creations. */
export interface CreationQueries {
  get(id: number): CreationRow | undefined;
  /** Returns unfinished creations, oldest first. */
  open(): CreationRow[];
  /** Returns unfinished and stopped creations, newest first. */
  shown(kind: CustomModelKind): CreationRow[];
  /** Returns creations from exactly these photos that have not been dismissed, newest first. */
  madeOf(kind: CustomModelKind, contents: readonly string[]): CreationRow[];
  /** Returns successful creations, newest first. */
  lastCreated(kind: CustomModelKind, limit: number): CreationRow[];
  /** Returns creations whose request was sent and not refused, oldest first. */
  sent(): CreationRow[];
  /** Returns the ids in the account that creations of this kind have produced. */
  claimed(kind: CustomModelKind): number[];
}

/** Changes before the request is sent, and changes by the user. */
interface PreparationChanges {
  add(kind: CustomModelKind, name: string | null, photos: readonly CreationPhoto[]): number;
  uploaded(id: number, photo: number, address: string): void;
  /** Records why the creation waits; it resumes automatically. */
  waits(id: number, problem: Problem | null): void;
  /** Restarts a stopped creation and uploads its photos again; false if the creation is not stopped. */
  again(id: number): boolean;
  /** Removes the creation from the list if it is stopped or nothing has been sent; false otherwise. */
  putAway(id: number): boolean;
}

/** Changes while the request is being sent. */
interface RequestChanges {
  /**
   * Records that the request may be sent from now on; `known` are the ids in the account before the
   * request. False if the request must not be sent because the creation was dismissed or is already being
   * sent.
   */
  sending(id: number, known: readonly number[]): boolean;
  /**
   * Records that the service did not receive the request, or refused it for now; does not change
   * `known`.
   */
  unsent(id: number, problem: Problem): void;
  /** Records that it is unknown whether the request arrived. */
  doubt(id: number, problem: Problem): void;
  /**
   * Records that the account was listed while the request was in doubt. `isAbsent`: the list was complete
   * and did not contain the new model or scene.
   */
  asked(id: number, isAbsent: boolean): void;
  /**
   * Records the id that the service assigned. False if the creation has already ended differently, or if
   * another creation has this id.
   */
  created(id: number, serviceId: number): boolean;
  stopped(id: number, problem: Problem): void;
  /**
   * Stops creations without a recorded request after an earlier ledger has been restored, because their requests may
   * have been sent since the backup was written.
   */
  relearn(problem: Problem): void;
  /**
   * Recovers after startup: records that it is in doubt whether a request that was being sent has arrived, and restarts
   * the time limit of every doubt.
   */
  recover(problem: Problem): void;
}

/**
 * Creations of custom models and scenes. None is created twice, and no unfinished creation is lost. Each
 * change is one commit.
 */
export interface CreationRepository extends CreationQueries, PreparationChanges, RequestChanges {}

interface Row
  extends
    Omit<CreationRow, 'photos' | 'uploads' | 'requests' | 'known' | 'problem'>,
    ProblemColumns {
  readonly photos: string;
  readonly uploads: string;
  readonly requests: string;
  readonly known: string | null;
}

const COLUMNS = `id, run, kind, name, photos, uploads, requests, state, known, doubt_since, doubt_empty,
  doubt_queries, service_id, code, message, about, said, created_at`;
const noProblem = problemColumns(null);
/** SQL that adds the photo addresses of a request once, no matter how often the request was sent. */
const WITH_REQUEST = `CASE WHEN json_extract(requests, '$[#-1]') = json(uploads) THEN requests
  ELSE json_insert(requests, '$[#]', json(uploads)) END`;

export function creationRepository(db: Tables, clock: Clock): CreationRepository {
  const change: Change = (ids, from, fields) => {
    const where = `${ids === 'all' ? '1' : 'id = ?'} AND state IN ('${from.join("', '")}')`;
    const stamped = { ...fields, updatedAt: clock.wall() };
    return db.update('own_creations', stamped, where, ...(ids === 'all' ? [] : [ids])) > 0;
  };
  return {
    ...creationQueries(db),
    ...preparationChanges(db, clock, change),
    ...requestChanges(db, clock, change),
  };
}

/** Changes the creation if it is in one of these states. */
type Change = (
  id: number | 'all',
  from: readonly CreationRow['state'][],
  fields: Fields,
) => boolean;

function creationQueries(db: Tables): CreationQueries {
  const where = (condition: string, ...values: (string | number)[]) =>
    db.all<Row>(`SELECT ${COLUMNS} FROM own_creations WHERE ${condition}`, ...values).map(read);
  return {
    get: (id) => where('id = ?', id)[0],
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
    sent: () =>
      where(
        `state IN ('sending', 'doubt', 'created') OR (state = 'stopped' AND known IS NOT NULL) ORDER BY id`,
      ),
    claimed: (kind) =>
      where(`kind = ? AND service_id IS NOT NULL`, kind).flatMap(
        ({ serviceId }) => serviceId ?? [],
      ),
  };
}

function preparationChanges(db: Tables, clock: Clock, change: Change): PreparationChanges {
  return {
    add: (kind, name, photos) =>
      db.insertRow('own_creations', {
        kind,
        name,
        photos: JSON.stringify(photos),
        state: 'preparing',
        uploads: JSON.stringify(photos.map(() => null)),
        createdAt: clock.wall(),
        updatedAt: clock.wall(),
      }),
    uploaded(id, photo, address) {
      const uploads = expression(
        "json_set(uploads, '$[' || CAST(? AS INTEGER) || ']', ?)",
        photo,
        address,
      );
      change(id, ['preparing'], { uploads, ...noProblem });
    },
    waits: (id, problem) => void change(id, ['preparing'], { ...problemColumns(problem) }),
    again: (id) =>
      change(id, ['stopped'], {
        state: 'preparing',
        run: expression("run + (coalesce(code, '') = 'own-elsewhere')"),
        known: null,
        requests: '[]',
        doubtSince: null,
        ...noProblem,
        uploads: expression('(SELECT json_group_array(NULL) FROM json_each(photos))'),
      }),
    putAway: (id) => change(id, ['stopped', 'preparing'], { state: 'away' }),
  };
}

function requestChanges(db: Tables, clock: Clock, change: Change): RequestChanges {
  return {
    sending: (id, known) =>
      change(id, ['preparing'], {
        state: 'sending',
        known: JSON.stringify(known),
        requests: expression(WITH_REQUEST),
        ...noProblem,
      }),
    unsent(id, problem) {
      const fields = { state: 'preparing', ...problemColumns(problem) };
      change(id, ['preparing', 'sending'], fields);
    },
    doubt(id, problem) {
      change(id, ['sending'], { state: 'doubt', ...newDoubt(clock), ...problemColumns(problem) });
    },
    asked(id, isAbsent) {
      change(id, ['doubt'], {
        doubtQueries: expression('doubt_queries + 1'),
        doubtEmpty: expression('doubt_empty + ?', Number(isAbsent)),
      });
    },
    created: (id, serviceId) =>
      db.transaction(() => {
        const taken = `SELECT 1 FROM own_creations other JOIN own_creations this USING (kind)
          WHERE this.id = ? AND other.service_id = ?`;
        if (db.get(taken, id, serviceId) !== undefined) return false;
        const fields = { state: 'created', serviceId, ...noProblem };
        // the service may have received the request twice: it refused one copy for now, and may
        // have accepted the other
        const wasSent = 'SELECT id FROM own_creations WHERE id = ? AND known IS NOT NULL';
        if (db.value(wasSent, id) === undefined) return false;
        return change(id, ['preparing', 'sending', 'doubt', 'stopped'], fields);
      }),
    stopped(id, problem) {
      const fields = { state: 'stopped', ...problemColumns(problem) };
      change(id, ['preparing', 'sending', 'doubt'], fields);
    },
    relearn(problem) {
      // with `known` set, a model or scene in the account that has these uploads is recognised as
      // made by this creation
      change('all', ['preparing'], { state: 'stopped', known: '[]', ...problemColumns(problem) });
    },
    recover: (problem) =>
      db.transaction(() => {
        change('all', ['sending'], { state: 'doubt', ...problemColumns(problem) });
        change('all', ['doubt'], newDoubt(clock));
      }),
  };
}

/** Returns the same text for the same photos in any order. */
function contentsOf(sha256s: readonly string[]): string {
  return sha256s.toSorted().join(' ');
}

function read({ code, message, about, said, ...row }: Row): CreationRow {
  return {
    ...row,
    photos: JSON.parse(row.photos) as CreationPhoto[],
    uploads: JSON.parse(row.uploads) as (string | null)[],
    requests: JSON.parse(row.requests) as string[][],
    known: row.known === null ? null : (JSON.parse(row.known) as number[]),
    problem: storedProblem({ code, message, about, said }),
  };
}
