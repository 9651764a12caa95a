import type { ClientBase } from 'pg';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { migrate, SCHEMA } from './migrate.ts';
import type { StudioLimits } from './types.ts';

interface CreatedStudio {
  readonly isNew: boolean;
  readonly facts: { readonly name: string; readonly service: string };
}

/** A studio to create, or what to change in one that exists. */
interface StudioDraft {
  readonly name: string;
  readonly service: string;
  readonly limits: Partial<StudioLimits>;
  /** Returns the mark of a key of the studio's account; null accepts no further key. */
  readonly account: ((studioId: string) => string) | null;
}

/**
 * Creates the tables and the studio, or updates existing tables to this version and sets the given limits. An
 * existing studio with another name or service stays unchanged. Problems: studio-newer, studio-time-zone.
 */
export async function createStudio(
  client: ClientBase,
  { name, service, limits, account }: StudioDraft,
): Promise<Outcome<CreatedStudio>> {
  const migrated = await migrate(client);
  if (!migrated.ok) return migrated;
  const timeZone = limits.timeZone ?? null;
  const zone = await zoneOf(client, timeZone ?? localZone());
  if (!zone.ok) return zone;
  const added = await client.query(
    `INSERT INTO ${SCHEMA}.studio (name, service, time_zone) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
    [name, service, zone.value],
  );
  const values = [
    limits.inFlight,
    limits.currency,
    limits.imagesPerDay,
    limits.imagesPerMonth,
    limits.moneyPerDay,
    limits.moneyPerMonth,
    timeZone === null ? null : zone.value,
    limits.requestsPerSecond,
  ];
  await client.query(
    `UPDATE ${SCHEMA}.studio SET in_flight = coalesce($3, in_flight),
       currency = coalesce($4, currency),
       images_per_day = coalesce($5, images_per_day),
       images_per_month = coalesce($6, images_per_month),
       money_per_day = coalesce($7, money_per_day),
       money_per_month = coalesce($8, money_per_month),
       time_zone = coalesce($9, time_zone),
       requests_per_second = coalesce($10, requests_per_second)
     WHERE name = $1 AND service = $2`,
    [name, service, ...values.map((value) => value ?? null)],
  );
  await client.query("SELECT pg_notify('darkslide', 'claims')");
  const { rows } = await client.query<CreatedStudio['facts'] & { readonly id: string }>(
    `SELECT id, name, service FROM ${SCHEMA}.studio`,
  );
  const [facts] = rows;
  if (facts === undefined) throw new Error('The database has no studio.');
  if (account !== null && facts.name === name && facts.service === service) {
    await client.query(`INSERT INTO ${SCHEMA}.accounts (mark) VALUES ($1) ON CONFLICT DO NOTHING`, [
      account(facts.id),
    ]);
  }
  return success({ isNew: added.rowCount === 1, facts });
}

/** Returns the time zone of this computer. */
function localZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Returns the name by which the database knows a time zone. Problem: studio-time-zone. */
async function zoneOf(client: ClientBase, zone: string): Promise<Outcome<string>> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT name FROM pg_timezone_names WHERE lower(name) = lower($1)',
    [zone],
  );
  const [known] = rows;
  return known === undefined
    ? failure('studio-time-zone', { zone }, { about: zone })
    : success(known.name);
}
