import type { CustomModelKind } from '#shared/custom-models.ts';
import { success, type Outcome, type Problem } from '#shared/problem.ts';
import type { EarlierCreation, StartedCreation } from '#shared/views/custom-models.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { CreationRow } from '../../adapters/ledger/creations.ts';
import type { CustomModelRow } from '../../adapters/ledger/custom-models.ts';
import type { ModelPhoto } from '../../engine/models/types.ts';
import type { Studio } from '../../studio.ts';
import { needWholePaths } from '../whole-paths.ts';

/** A user's request for a custom model or scene. */
export interface CreationRequest {
  readonly kind: CustomModelKind;
  /** Null lets the service choose the name. */
  readonly name: string | null;
  /** The photos; they have already been checked. */
  readonly photos: readonly ModelPhoto[];
  /**
   * Creations of the same photos up to this id do not prevent a further creation, because the user was asked about
   * them: 0 for none, Infinity for all.
   */
  readonly seen: number;
}

/**
 * Starts creating a custom model or scene, but only once for the same photos: if the photos were used before, are being
 * used, or a request with them may have reached the service, returns the existing creation instead. The new creation
 * replaces a stopped creation of these photos. Problems: path-relative, those of `check` of `CustomModels`.
 */
export async function createCustomModel(
  { customModels, ledger }: Pick<Studio, 'customModels' | 'ledger'>,
  { kind, name, photos, seen }: CreationRequest,
  signal: AbortSignal,
): Promise<Outcome<StartedCreation>> {
  const whole = needWholePaths(photos.map(({ path }) => path));
  if (!whole.ok) return whole;
  const contents = photos.map(({ sha256 }) => sha256);
  const wanted = nameOf(name);
  const creations = () => ledger.creations.madeOf(kind, contents);
  const isNew = ({ id }: CreationRow) => id > seen;
  const earlier = () => earlierOf(ledger, creations().filter(isNew), wanted);
  // A request that was considered lost may have reached the service in the meantime.
  const lost = creations().find(wasSent);
  const refreshed = lost === undefined ? success(null) : await customModels.refresh();
  if (lost !== undefined && !refreshed.ok && isNew(lost)) {
    return success({ earlier: uncertain(lost, refreshed.problem) });
  }
  const known = earlier();
  if (known !== null) return success({ earlier: known });
  const checked = await customModels.check({ kind, name: wanted, photos }, signal);
  if (!checked.ok) return checked;
  const started = ledger.transaction((): StartedCreation => {
    // Another window may have started a creation while the photos were being read.
    const begun = earlier();
    if (begun !== null) return { earlier: begun };
    const stopped = creations().filter(({ state }) => state === 'stopped');
    for (const { id } of stopped) ledger.creations.putAway(id);
    return { creationId: ledger.creations.add(kind, checked.value.name, checked.value.photos) };
  });
  customModels.begin();
  return success(started);
}

/** Returns the requested name; an empty name lets the service choose. */
function nameOf(given: string | null): string | null {
  const name = given?.trim() ?? '';
  return name === '' ? null : name;
}

/** Returns the first of these creations that makes a further creation unnecessary; null if there is none. */
function earlierOf(
  { customModels }: Pick<Ledger, 'customModels'>,
  creations: readonly CreationRow[],
  wanted: string | null,
): EarlierCreation | null {
  for (const creation of creations) {
    const { kind, serviceId } = creation;
    const made = serviceId === null ? undefined : customModels.get(kind, serviceId);
    const earlier = inTheWay(creation, made, wanted);
    if (earlier !== null) return earlier;
  }
  return null;
}

/** Returns whether a creation stopped after its request may have been sent. */
function wasSent({ state, known }: CreationRow): boolean {
  return state === 'stopped' && known !== null;
}

/** Returns why this creation makes a further creation unnecessary; null if it does not. */
function inTheWay(
  creation: CreationRow,
  made: CustomModelRow | undefined,
  wanted: string | null,
): EarlierCreation | null {
  const { id: creationId, name, state, problem } = creation;
  if (state === 'stopped') {
    return problem?.code === 'own-uncertain' ? uncertain(creation, problem) : null;
  }
  const earlier = { creationId, id: null, name, problem: null };
  if (state !== 'created') return { ...earlier, state: 'under-way' };
  if (made?.presence !== 'there') return null;
  const { id, status } = made;
  // A different name means that the user deliberately wants a further model or scene.
  const isSame = (wanted ?? name) === name;
  if (status === 'complete') {
    const called = made.localName ?? made.name;
    return isSame ? { ...earlier, id, name: called, state: 'ready' } : null;
  }
  return status === 'failed' ? null : { ...earlier, id, state: 'under-way' };
}

function uncertain({ id, name }: CreationRow, problem: Problem): EarlierCreation {
  return { state: 'uncertain', creationId: id, id: null, name, problem };
}
