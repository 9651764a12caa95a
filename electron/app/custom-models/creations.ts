import type { CustomModelKind } from '#shared/custom-models.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import { unknownCreation } from '../../engine/models/problems.ts';
import type { Studio } from '../../studio.ts';

/** Retries a stopped creation. Problem: own-creation-unknown. */
export function retryCreation(
  { customModels }: Pick<Studio, 'customModels'>,
  id: number,
): Outcome<null> {
  return customModels.again(id);
}

/** Dismisses a creation that has stopped or has sent nothing. Problem: own-creation-unknown. */
export function dismissCreation(
  { customModels }: Pick<Studio, 'customModels'>,
  id: number,
): Outcome<null> {
  return customModels.putAway(id);
}

/** Dismisses a creation of this kind in a ledger that no studio is using. Problem: own-creation-unknown. */
export function dismissCreationAtRest(
  { creations }: Pick<Ledger, 'creations'>,
  { kind, id }: { readonly kind: CustomModelKind; readonly id: number },
): Outcome<null> {
  const isDismissed = creations.get(id)?.kind === kind && creations.putAway(id);
  return isDismissed ? success(null) : unknownCreation(id);
}
