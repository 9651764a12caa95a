import type { ClientBase } from 'pg';
import { success, type Outcome } from '#shared/problem.ts';
import { migrate, SCHEMA } from './migrate.ts';
import type { StudioLimits } from './types.ts';

interface CreatedStudio {
  readonly isNew: boolean;
  readonly facts: { readonly name: string; readonly service: string };
}

/**
 * Creates the tables and the studio, or updates existing tables to this version and sets the given limits. An
 * existing studio with another name or service stays unchanged. Problem: studio-newer.
 */
export async function createStudio(
  client: ClientBase,
  { name, service, limits }: { name: string; service: string; limits: Partial<StudioLimits> },
): Promise<Outcome<CreatedStudio>> {
  const migrated = await migrate(client);
  if (!migrated.ok) return migrated;
  const added = await client.query(
    `INSERT INTO ${SCHEMA}.studio (name, service) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
    [name, service],
  );
  const values = [
    limits.inFlight,
    limits.currency,
    limits.imagesPerDay,
    limits.imagesPerMonth,
    limits.moneyPerDay,
    limits.moneyPerMonth,
  ];
  await client.query(
    `UPDATE ${SCHEMA}.studio SET in_flight = coalesce($3, in_flight),
       currency = coalesce($4, currency),
       images_per_day = coalesce($5, images_per_day),
       images_per_month = coalesce($6, images_per_month),
       money_per_day = coalesce($7, money_per_day),
       money_per_month = coalesce($8, money_per_month)
     WHERE name = $1 AND service = $2`,
    [name, service, ...values.map((value) => value ?? null)],
  );
  await client.query("SELECT pg_notify('darkslide', 'claims')");
  const { rows } = await client.query<CreatedStudio['facts']>(
    `SELECT name, service FROM ${SCHEMA}.studio`,
  );
  const facts = rows[0] ?? { name, service };
  return success({ isNew: added.rowCount === 1, facts });
}
