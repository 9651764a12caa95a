import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { originOf, studioAccountMark } from '../../adapters/ledger/owner.ts';
import { withClient } from '../../adapters/shared-studio/connection.ts';
import { createStudio } from '../../adapters/shared-studio/create.ts';
import type { StudioLimits } from '../../adapters/shared-studio/types.ts';
import type { CommandSetup } from '../command-line/setup.ts';
import { ledgerOfService, serviceOf } from '../command-line/setup.ts';
import { databaseAccess, type GivenDatabase } from './database.ts';

/** A shared studio to create, or the changed limits of one that exists. */
export interface StudioDraft extends GivenDatabase {
  readonly name: string;
  readonly limits: Partial<StudioLimits>;
  /** Whether the key of this computer is one of the studio's account from now on. */
  readonly acceptsKey: boolean;
}

/**
 * Creates a shared studio in a database, or updates an existing one with this name for this version of Darkslide and
 * changes the given limits. Needs a login that may create a schema and a role. Problems: studio-exists,
 * studio-service, studio-newer, studio-time-zone, service-key-missing, those of `databaseAccess` and of the connection.
 */
export async function createSharedStudio(
  setup: CommandSetup,
  { name, limits, acceptsKey, ...given }: StudioDraft,
): Promise<Outcome<{ readonly isNew: boolean }>> {
  const access = databaseAccess(given);
  if (!access.ok) return access;
  const ledger = ledgerOfService(setup);
  if (!ledger.ok) return ledger;
  const service = originOf(ledger.value.serviceUrl ?? null);
  const key = acceptsKey ? serviceOf(setup) : success(null);
  if (!key.ok) return key;
  const own = key.value;
  const account = own === null ? null : (studioId: string) => studioAccountMark(studioId, own);
  return withClient(access.value, async (client) => {
    const created = await createStudio(client, { name, service, limits, account });
    if (!created.ok) return created;
    const { isNew, facts } = created.value;
    if (facts.name !== name) return failure('studio-exists', { name: facts.name });
    return facts.service === service
      ? success({ isNew })
      : failure('studio-service', { name, service: facts.service, own: service });
  });
}
