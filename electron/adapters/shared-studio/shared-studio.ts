import { mapOutcome, success, type Outcome } from '#shared/problem.ts';
import { openPool, run, type DatabaseAccess } from './connection.ts';
import { checkVersion } from './migrate.ts';
import { databaseFailure } from './problems.ts';
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
  readonly allowed: number | null;
}

/** Opens the shared studio for a station. Nothing is connected until the first statement. */
export async function openSharedStudio(
  access: DatabaseAccess,
  station: string,
): Promise<SharedStudio> {
  const pool = await openPool(access);
  return {
    async check() {
      try {
        return await checkVersion(pool);
      } catch (error) {
        return databaseFailure(error);
      }
    },
    async about() {
      const rows = await run<StudioFacts>(
        pool,
        `SELECT id, name, service, in_flight AS "inFlight", images_per_day AS "imagesPerDay",
           images_per_month AS "imagesPerMonth" FROM about()`,
        [],
      );
      return one(rows);
    },
    async enter(name) {
      const rows = await run<{ outcome: string; fence: string; lease_seconds: number }>(
        pool,
        'SELECT * FROM enter($1, $2)',
        [station, name],
      );
      const row = one(rows);
      if (!row.ok) return row;
      const { outcome, fence, lease_seconds } = row.value;
      if (outcome !== 'entered')
        return success({ refused: outcome as 'other-login' | 'name-taken' });
      return success({ fence: Number(fence), ms: lease_seconds * 1000 });
    },
    async renew({ fence }) {
      const rows = await run<{ lease_seconds: number }>(pool, 'SELECT * FROM renew($1, $2)', [
        station,
        fence,
      ]);
      if (!rows.ok) return rows;
      const [row] = rows.value;
      return success(row === undefined ? null : { fence, ms: row.lease_seconds * 1000 });
    },
    async claim(request, { fence }) {
      const rows = await run<ClaimRow>(
        pool,
        'SELECT * FROM claim($1, $2, $3, $4, $5, $6, $7, $8, $9)',
        [station, fence, ...valuesOf(request)],
      );
      const row = one(rows);
      return row.ok ? success(answerOf(row.value)) : row;
    },
    async report({ claim, state, executions }) {
      const rows = await run<{ report: boolean }>(pool, 'SELECT report($1, $2, $3, $4)', [
        station,
        claim,
        state,
        executions,
      ]);
      const row = one(rows);
      return row.ok ? success(row.value.report) : row;
    },
    async record({ state, executions, ...request }) {
      const rows = await run<{ claim: string; fence: string }>(
        pool,
        'SELECT * FROM record($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
        [station, ...valuesOf(request), state, executions],
      );
      return mapOutcome(one(rows), ({ claim, fence }) => ({
        claim: Number(claim),
        fence: Number(fence),
      }));
    },
    async mine() {
      const rows = await run<Omit<OwnClaim, 'claim' | 'job'> & { claim: string; job: string }>(
        pool,
        'SELECT claim, job, job_run AS "jobRun", state, task FROM mine($1)',
        [station],
      );
      return mapOutcome(rows, (all) =>
        all.map((row) => ({ ...row, claim: Number(row.claim), job: Number(row.job) })),
      );
    },
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

function valuesOf(request: ClaimRequest): readonly unknown[] {
  const { job, jobRun, photo, purchase, task, images, day } = request;
  return [job, jobRun, photo, purchase, task, images, day];
}

function answerOf({ outcome, claim, station, task, allowed }: ClaimRow): ClaimAnswer {
  switch (outcome) {
    case 'granted':
      return { kind: 'granted', claim: Number(claim) };
    case 'adopt':
      return { kind: 'adopt', claim: Number(claim), task: task ?? '', from: station };
    case 'elsewhere':
    case 'bought':
      return { kind: outcome, station: station ?? '' };
    case 'busy':
    case 'no-lease':
      return { kind: outcome };
    case 'day':
    case 'month':
    case 'never':
      return { kind: 'limit', per: outcome, allowed: allowed ?? 0 };
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
