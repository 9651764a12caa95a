import type { Ledger } from '#electron/adapters/ledger/open.ts';
import type { CreationDraft, CustomModels } from '#electron/engine/models/types.ts';
import { success, type Outcome } from '#shared/problem.ts';

/** Saves and starts a creation, even if these photos have already made one; returns its id. */
export async function beginCreation(
  {
    customModels,
    ledger,
  }: { readonly customModels: Pick<CustomModels, 'check' | 'begin'>; readonly ledger: Ledger },
  draft: CreationDraft,
): Promise<Outcome<number>> {
  const checked = await customModels.check(draft, new AbortController().signal);
  if (!checked.ok) return checked;
  const id = ledger.creations.add(draft.kind, checked.value.name, checked.value.photos);
  customModels.begin();
  return success(id);
}
