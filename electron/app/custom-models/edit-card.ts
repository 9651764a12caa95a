import type { CustomModelKey } from '#shared/custom-models.ts';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { CustomModelNotes } from '#shared/views/custom-models.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { KeptRelease, CustomModelRow } from '../../adapters/ledger/custom-models.ts';
import { needWholeFiles } from '../whole-paths.ts';
import { knownCustomModel } from './find.ts';
import { readNotes } from '../../adapters/ledger/card-notes.ts';
import { copyRelease, type ReleasePlace } from './release.ts';

/**
 * Saves the user's notes if `revision` is still the card's current revision. Problems: own-unknown, edited-elsewhere,
 * those of `readNotes`.
 */
export function saveCard(
  ledger: Pick<Ledger, 'customModels'>,
  {
    kind,
    id,
    revision,
    notes: given,
  }: CustomModelKey & { revision: number; notes: CustomModelNotes },
): Outcome<CustomModelRow> {
  const known = knownCustomModel(ledger, kind, id);
  if (!known.ok) return known;
  const notes = readNotes(given);
  if (!notes.ok) return notes;
  const row = ledger.customModels.saveNotes(kind, id, revision, notes.value);
  return row === undefined ? editedElsewhere() : success(row);
}

/**
 * Stores a copy of the file as the release of a card; if `path` is null, removes the current release.
 * Problems: path-relative, own-unknown, those of `copyRelease`.
 */
export async function setRelease(
  place: ReleasePlace & { readonly ledger: Pick<Ledger, 'customModels'> },
  { kind, id, path }: CustomModelKey & { path: string | null },
  signal: AbortSignal,
): Promise<Outcome<CustomModelRow>> {
  const { ledger } = place;
  const whole = needWholeFiles(path === null ? [] : [path]);
  if (!whole.ok) return whole;
  const known = knownCustomModel(ledger, kind, id);
  if (!known.ok) return known;
  const kept: Outcome<KeptRelease | null> =
    path === null ? success(null) : await copyRelease(place, path, signal);
  if (!kept.ok) return kept;
  // The card may have been deleted while the file was copied.
  const still = knownCustomModel(ledger, kind, id);
  if (!still.ok) return still;
  const row = ledger.customModels.setRelease(kind, id, kept.value);
  return row === undefined ? still : success(row);
}

function editedElsewhere(): Outcome<never> {
  return failure('edited-elsewhere.card');
}
