import type { Ledger } from '#electron/adapters/ledger/open.ts';
import type { CreationDraft, Own } from '#electron/engine/models/types.ts';
import { success, type Outcome } from '#shared/problem.ts';

/** Writes a creation down and begins it, whatever these photos made before; its id. */
export async function beginCreation(
  { own, ledger }: { readonly own: Pick<Own, 'check' | 'begin'>; readonly ledger: Ledger },
  draft: CreationDraft,
): Promise<Outcome<number>> {
  const checked = await own.check(draft, new AbortController().signal);
  if (!checked.ok) return checked;
  const id = ledger.creations.add(draft.kind, checked.value.name, checked.value.photos);
  own.begin();
  return success(id);
}
