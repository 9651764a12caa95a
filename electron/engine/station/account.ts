import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { studioAccountMark } from '../../adapters/ledger/owner.ts';
import type { SharedStudio, StudioFacts } from '../../adapters/shared-studio/types.ts';

/** The address of the service and the key with which a station uses it. */
export interface StationAccount {
  readonly url: string;
  readonly key: string;
}

/**
 * Checks that a station's key is one of the studio's account, because another account does not know the tasks of the
 * studio's purchases. Without a key (null), there is nothing to check. Problems: studio-account, those of the shared
 * studio.
 */
export async function checkAccount(
  shared: Pick<SharedStudio, 'knowsAccount'>,
  { id, name }: Pick<StudioFacts, 'id' | 'name'>,
  account: StationAccount | null,
): Promise<Outcome<void>> {
  if (account === null) return success();
  const known = await shared.knowsAccount(studioAccountMark(id, account));
  if (!known.ok) return known;
  return known.value ? success() : failure('studio-account', { name }, { about: name });
}
