import type { CreationRow } from '../../adapters/ledger/own-creations.ts';
import type { ServiceModel } from '#shared/own.ts';
import type { OwnContext } from './context.ts';

/** Commits what a creation has become. False where another creation has become that one. */
export function becomes(
  context: OwnContext,
  { id, kind }: CreationRow,
  told: ServiceModel,
): boolean {
  const { creations, own, transaction } = context.ledger;
  const isOurs = transaction(() => {
    if (!creations.created(id, told.id)) return false;
    own.told(kind, [told], true);
    return true;
  });
  if (isOurs) context.changed(kind);
  return isOurs;
}
