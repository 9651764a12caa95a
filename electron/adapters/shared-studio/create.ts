import type { ClientBase } from 'pg';
import { success, type Outcome } from '#shared/problem.ts';
import { migrate, SCHEMA } from './migrate.ts';

/** Limits over all stations; null for none. */
export interface StudioLimits {
  readonly inFlight: number;
  readonly imagesPerDay: number | null;
  readonly imagesPerMonth: number | null;
}

interface CreatedStudio {
  readonly isNew: boolean;
  readonly facts: { readonly name: string; readonly service: string };
}

/**
 * Creates the tables and the studio, or brings existing ones to this version and changes the given limits. A studio of
 * another name or service stays as it is. Problem: studio-newer.
 */
export async function createStudio(
  client: ClientBase,
  { name, service, limits }: { name: string; service: string; limits: Partial<StudioLimits> },
): Promise<Outcome<CreatedStudio>> {
  const migrated = await migrate(client);
  if (!migrated.ok) return migrated;
  const { inFlight = null, imagesPerDay = null, imagesPerMonth = null } = limits;
  const added = await client.query(
    `INSERT INTO ${SCHEMA}.studio (name, service) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
    [name, service],
  );
  await client.query(
    `UPDATE ${SCHEMA}.studio SET in_flight = coalesce($3, in_flight),
       images_per_day = coalesce($4, images_per_day),
       images_per_month = coalesce($5, images_per_month)
     WHERE name = $1 AND service = $2`,
    [name, service, inFlight, imagesPerDay, imagesPerMonth],
  );
  const { rows } = await client.query<CreatedStudio['facts']>(
    `SELECT name, service FROM ${SCHEMA}.studio`,
  );
  const facts = rows[0] ?? { name, service };
  return success({ isNew: added.rowCount === 1, facts });
}
