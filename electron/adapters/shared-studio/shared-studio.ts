import type { Pool } from 'pg';
import * as v from 'valibot';
import { failure } from '#shared/failure.ts';
import { mapOutcome, success, type Outcome } from '#shared/problem.ts';
import { openPool, run, type DatabaseAccess } from './connection.ts';
import { documentsOf } from './documents.ts';
import { checkVersion, knownVersion } from './migrate.ts';
import { databaseFailure } from './problems.ts';
import { createSharedWork } from './shared-work.ts';
import type {
  ClaimAnswer,
  ClaimRequest,
  OwnClaim,
  SharedStudio,
  StationStatus,
  StudioFacts,
} from './types.ts';

interface ClaimRow {
  readonly outcome: string;
  readonly claim: string | null;
  readonly station: string | null;
  readonly task: string | null;
  readonly reached: unknown;
  readonly changes: string | null;
  readonly needs_person: boolean;
}

const reachedLimit = v.object({
  of: v.picklist(['studio', 'folder']),
  per: v.picklist(['day', 'month']),
  unit: v.picklist(['images', 'money']),
  verdict: v.picklist(['later', 'too-low', 'no-price']),
  allowed: v.number(),
  currency: v.nullable(v.string()),
});

/** Opens the shared studio for a station. Connects only for the first statement. */
export async function openSharedStudio(
  access: DatabaseAccess,
  station: string,
): Promise<SharedStudio> {
  const pool = await openPool(access);
  const order = createOrder();
  return {
    work: createSharedWork(pool, station),
    check: () => checkVersion(pool).catch(databaseFailure),
    async about() {
      const rows = await run<StudioFacts>(
        pool,
        `SELECT id, name, service, in_flight AS "inFlight", images_per_day AS "imagesPerDay",
           images_per_month AS "imagesPerMonth", currency, money_per_day AS "moneyPerDay",
           money_per_month AS "moneyPerMonth", time_zone AS "timeZone",
           requests_per_second AS "requestsPerSecond" FROM about()`,
        [],
      );
      return one(rows);
    },
    async knowsAccount(mark) {
      const text = 'SELECT knows_account($1, $2) AS is_known';
      const rows = await run<{ is_known: boolean }>(pool, text, [station, mark]);
      return mapOutcome(one(rows), (row) => row.is_known);
    },
    async now() {
      const text = 'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::text AS now';
      const rows = await run<{ now: string }>(pool, text, []);
      return mapOutcome(one(rows), ({ now }) => Number(now));
    },
    ...leaseStatements(pool, station, order),
    async claim(request, { fence }) {
      const rows = await run<ClaimRow>(
        pool,
        'SELECT * FROM claim($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)',
        [
          station,
          fence,
          order.next(),
          ...valuesOf(request, null),
          ...folderValues(request),
          request.settled,
        ],
      );
      const row = one(rows);
      if (!row.ok) return row;
      order.changed(row.value.changes);
      return success(answerOf(row.value));
    },
    async report({ claim, state, executions, needsPerson = false }) {
      const rows = await run<{ report: string | null }>(
        pool,
        'SELECT report($1, $2, $3, $4, $5, $6, $7)',
        [station, claim, order.fence, order.next(), state, executions, needsPerson],
      );
      const row = one(rows);
      if (!row.ok) return row;
      order.changed(row.value.report);
      return success(row.value.report !== null);
    },
    async record({ state, executions, folder, day, ...request }) {
      const rows = await run<{ claim: string; fence: string; changes: string }>(
        pool,
        'SELECT * FROM record($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)',
        [station, ...valuesOf(request, day), folder, state, executions],
      );
      return mapOutcome(rows, ([row]) => {
        order.changed(row?.changes ?? null);
        return row === undefined ? null : { claim: Number(row.claim), fence: Number(row.fence) };
      });
    },
    async mine() {
      const rows = await run<Omit<OwnClaim, 'claim' | 'job'> & { claim: string; job: string }>(
        pool,
        'SELECT claim, job, job_run AS "jobRun", state, task, images FROM mine($1)',
        [station],
      );
      return mapOutcome(rows, (all) =>
        all.map((row) => ({ ...row, claim: Number(row.claim), job: Number(row.job) })),
      );
    },
    documents: documentsOf(pool, station),
    async status() {
      return run<StationStatus>(
        pool,
        `SELECT name, is_alive AS "isAlive", open, bought, seconds_ago AS "secondsAgo" FROM status()`,
        [],
      );
    },
    async leave() {
      const rows = await run<{ leave: number }>(pool, 'SELECT leave($1)', [station]);
      const row = one(rows);
      return row.ok ? success(row.value.leave) : row;
    },
    close: () => pool.end(),
  };
}

/**
 * The order in which this program sends its statements about claims. The database recognises a statement that arrives
 * late by the fence of the last lease, null before the first one, and by its number. The station recognises a database
 * that has lost changes by the number of changes.
 */
interface Order {
  fence: number | null;
  /** Highest number of changes in an answer of the database. */
  changes: number;
  next(): number;
  /** Takes the number of changes in an answer; null if the statement changed nothing. */
  changed(changes: string | null): void;
}

function createOrder(): Order {
  let sent = 0;
  return {
    fence: null,
    changes: 0,
    next: () => (sent += 1),
    changed(changes) {
      this.changes = Math.max(this.changes, Number(changes ?? 0));
    },
  };
}

function leaseStatements(
  pool: Pool,
  station: string,
  order: Order,
): Pick<SharedStudio, 'enter' | 'renew' | 'abandon'> {
  return {
    async enter(name) {
      const rows = await run<{
        outcome: string;
        fence: string;
        lease_seconds: number;
        changes: string;
        requests_per_second: number;
      }>(pool, 'SELECT * FROM enter($1, $2, $3)', [station, name, knownVersion]);
      const row = one(rows);
      if (!row.ok) return row;
      const { outcome, fence, lease_seconds, changes } = row.value;
      if (outcome === 'too-old') return failure('studio-newer');
      if (outcome !== 'entered')
        return success({ refused: outcome as 'other-login' | 'name-taken' });
      order.fence = Number(fence);
      order.changes = Number(changes);
      return success({
        fence: order.fence,
        ms: lease_seconds * 1000,
        changes: order.changes,
        requestsPerSecond: row.value.requests_per_second,
      });
    },
    async abandon(isNew) {
      const rows = await run(pool, 'SELECT abandon($1, $2)', [station, isNew]);
      return mapOutcome(rows, () => undefined);
    },
    async renew({ fence, changes: known }) {
      const rows = await run<{
        lease_seconds: number;
        changes: string;
        requests_per_second: number;
      }>(pool, 'SELECT * FROM renew($1, $2, $3)', [station, fence, Math.max(known, order.changes)]);
      if (!rows.ok) return rows;
      const [row] = rows.value;
      if (row === undefined) return success(null);
      order.changed(row.changes);
      return success({
        fence,
        ms: row.lease_seconds * 1000,
        changes: Number(row.changes),
        requestsPerSecond: row.requests_per_second,
      });
    },
  };
}

/** `day`: null for a claim, which counts for the day of the database. */
function valuesOf(
  request: Omit<ClaimRequest, 'folder' | 'settled'>,
  day: string | null,
): readonly unknown[] {
  const { job, jobRun, photo, purchase, task, images, cost } = request;
  return [
    job,
    jobRun,
    photo,
    purchase,
    task,
    images,
    day,
    cost?.minor ?? null,
    cost?.currency ?? null,
  ];
}

function folderValues({ folder }: ClaimRequest): readonly unknown[] {
  if (folder === null) return [null, null];
  const { imagesPerDay, moneyPerDay, imagesPerMonth, moneyPerMonth } = folder.limits;
  const limits = {
    images_per_day: imagesPerDay,
    money_per_day: moneyPerDay,
    images_per_month: imagesPerMonth,
    money_per_month: moneyPerMonth,
  };
  return [folder.key, limits];
}

function answerOf(row: ClaimRow): ClaimAnswer {
  const { outcome, claim, station, task, reached } = row;
  switch (outcome) {
    case 'granted':
      return { kind: 'granted', claim: Number(claim) };
    case 'adopt':
      return { kind: 'adopt', claim: Number(claim), task: task ?? '', from: station };
    case 'elsewhere':
      return { kind: outcome, station: station ?? '', needsPerson: row.needs_person };
    case 'bought':
    case 'lost':
      return { kind: outcome, station: station ?? '' };
    case 'busy':
    case 'no-lease':
      return { kind: outcome };
    case 'limit':
      return { kind: 'limit', reached: v.parse(reachedLimit, reached) };
    default:
      throw new Error(`The database answered a claim with "${outcome}".`);
  }
}

function one<Row>(rows: Outcome<Row[]>): Outcome<Row> {
  if (!rows.ok) return rows;
  const [row] = rows.value;
  if (row === undefined) throw new Error('The database answered without a row.');
  return success(row);
}
