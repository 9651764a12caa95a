import type { ClientBase } from 'pg';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { accounts } from './account-functions.ts';
import { claimDays } from './claim-days.ts';
import { claimFunctions } from './claim-functions.ts';
import { claimSlots } from './claim-slots.ts';
import { documentAuthors, documentTables, documentTimes } from './document-functions.ts';
import { firstTables } from './first-tables.ts';
import { limitFunctions } from './limit-functions.ts';
import { renewals } from './renewals.ts';
import { requestRates } from './rate-functions.ts';
import { stationFunctions } from './station-functions.ts';
import { workFunctions, workTables } from './work-functions.ts';

/** All objects are in this schema. */
export const SCHEMA = 'darkslide';
/** The role that every station's login is a member of; it may only call functions and read the list of migrations. */
export const STATION_ROLE = 'darkslide_station';

/**
 * A change of the tables. `oldestStation`: the lowest version of the tables that a station must know to go on using
 * the database after the change.
 */
interface Migration {
  readonly sql: string;
  readonly oldestStation: number;
}

/** All migrations; their number is the version of the tables. A migration never changes once it has been released. */
const migrations: readonly Migration[] = [
  { sql: firstTables + stationFunctions + limitFunctions + claimFunctions, oldestStation: 1 },
  { sql: documentTables, oldestStation: 1 },
  { sql: workTables + workFunctions, oldestStation: 1 },
  { sql: documentTimes, oldestStation: 1 },
  { sql: documentAuthors, oldestStation: 1 },
  { sql: claimDays, oldestStation: 1 },
  { sql: accounts, oldestStation: 1 },
  { sql: requestRates, oldestStation: 1 },
  { sql: claimSlots, oldestStation: 1 },
  { sql: renewals, oldestStation: 1 },
];

/** The version of the tables that this program knows. */
export const knownVersion = migrations.length;

const VERSIONS = `
CREATE SCHEMA IF NOT EXISTS ${SCHEMA};
CREATE TABLE IF NOT EXISTS ${SCHEMA}.migrations (
  number integer PRIMARY KEY,
  oldest_station integer NOT NULL,     -- older programs are refused
  at timestamptz NOT NULL DEFAULT now()
);`;

const RIGHTS = `
DO $$ BEGIN
  CREATE ROLE ${STATION_ROLE} NOLOGIN;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;
GRANT USAGE ON SCHEMA ${SCHEMA} TO ${STATION_ROLE};
GRANT SELECT ON ${SCHEMA}.migrations TO ${STATION_ROLE};
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${SCHEMA} TO ${STATION_ROLE};`;

/**
 * One lock for all migrations, so that two programs do not migrate at the same time, and no station enters meanwhile;
 * the number has no meaning.
 */
const LOCK = 7_203_551;

/** Updates the tables to the version that this program knows, in one transaction. Problem: studio-newer. */
export async function migrate(client: ClientBase): Promise<Outcome<void>> {
  await client.query('BEGIN');
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    await client.query(VERSIONS);
    const version = await versionOf(client);
    if (version.number > knownVersion) {
      await client.query('ROLLBACK');
      return failure('studio-newer');
    }
    await client.query(`SET LOCAL search_path TO ${SCHEMA}`);
    for (const [at, { sql, oldestStation }] of migrations.entries()) {
      if (at < version.number) continue;
      await client.query(sql);
      await client.query('INSERT INTO migrations (number, oldest_station) VALUES ($1, $2)', [
        at + 1,
        oldestStation,
      ]);
    }
    await client.query(RIGHTS);
    await client.query('COMMIT');
    return success();
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

/** Checks that this program can work with the tables. Problems: studio-missing, studio-newer, studio-older. */
export async function checkVersion(client: Pick<ClientBase, 'query'>): Promise<Outcome<void>> {
  const found = await client.query<{ is_there: boolean }>(
    'SELECT to_regclass($1) IS NOT NULL AS is_there',
    [`${SCHEMA}.migrations`],
  );
  if (found.rows[0]?.is_there !== true) return failure('studio-missing');
  const { number, oldestStation } = await versionOf(client);
  if (oldestStation > knownVersion) return failure('studio-newer');
  return number < knownVersion ? failure('studio-older') : success();
}

async function versionOf(
  client: Pick<ClientBase, 'query'>,
): Promise<{ readonly number: number; readonly oldestStation: number }> {
  const { rows } = await client.query<{ number: number; oldest: number }>(
    `SELECT coalesce(max(number), 0) AS number, coalesce(max(oldest_station), 0) AS oldest
     FROM ${SCHEMA}.migrations`,
  );
  return { number: rows[0]?.number ?? 0, oldestStation: rows[0]?.oldest ?? 0 };
}
