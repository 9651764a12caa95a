import type { CreationRow } from '../../adapters/ledger/creations.ts';
import type { ServiceModel } from '#shared/custom-models.ts';
import type { CustomModelContext } from './context.ts';

/**
 * Commits that a creation became a model or scene in the account. Returns false if another creation
 * already became that entry.
 */
export function becomes(
  context: CustomModelContext,
  { id, kind }: CreationRow,
  told: ServiceModel,
): boolean {
  const { creations, customModels, transaction } = context.ledger;
  const isOurs = transaction(() => {
    if (!creations.created(id, told.id)) return false;
    customModels.told(kind, [told], true);
    return true;
  });
  if (isOurs) context.changed(kind);
  return isOurs;
}
