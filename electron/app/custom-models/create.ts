import type { CustomModelKind } from '#shared/custom-models.ts';
import { success, type Outcome, type Problem } from '#shared/problem.ts';
import type { EarlierCreation, StartedCreation } from '#shared/views/custom-models.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { CreationRow } from '../../adapters/ledger/creations.ts';
import type { CustomModelRow } from '../../adapters/ledger/custom-models.ts';
import type { ModelPhoto } from '../../engine/models/types.ts';
import type { Studio } from '../../studio.ts';
import { needWholePaths } from '../whole-paths.ts';

/** What a person asks for. */
export interface CreationRequest {
  readonly kind: CustomModelKind;
  /** Null leaves the name to the service. */
  readonly name: string | null;
  /** As they were looked at. */
  readonly photos: readonly ModelPhoto[];
  /** Creates another one even where these very photos made one before. */
  readonly again: boolean;
}

/**
 * Begins a custom model or scene, once for the same photos: one that they made before, or that is being
 * made of them, is named instead, as is one whose request may have arrived. A creation of these photos
 * that stopped makes way for the new one. Problems: path-relative, those of `Own.check`.
 */
export async function createCustomModel(
  { customModels, ledger }: Pick<Studio, 'customModels' | 'ledger'>,
  { kind, name, photos, again }: CreationRequest,
  signal: AbortSignal,
): Promise<Outcome<StartedCreation>> {
  const whole = needWholePaths(photos.map(({ path }) => path));
  if (!whole.ok) return whole;
  const contents = photos.map(({ sha256 }) => sha256);
  const wanted = nameOf(name);
  const creations = () => ledger.creations.madeOf(kind, contents);
  const earlier = () => (again ? null : earlierOf(ledger, creations(), wanted));
  // a request that was taken for lost may have arrived meanwhile
  const lost = creations().find(wasSent);
  const refreshed = lost === undefined ? success(null) : await customModels.refresh();
  if (lost !== undefined && !refreshed.ok && !again) {
    return success({ earlier: uncertain(lost, refreshed.problem) });
  }
  const known = earlier();
  if (known !== null) return success({ earlier: known });
  const checked = await customModels.check({ kind, name: wanted, photos }, signal);
  if (!checked.ok) return checked;
  const started = ledger.transaction((): StartedCreation => {
    // another window may have begun one while the photos were read
    const begun = earlier();
    if (begun !== null) return { earlier: begun };
    const stopped = creations().filter(({ state }) => state === 'stopped');
    for (const { id } of stopped) ledger.creations.putAway(id);
    return { creationId: ledger.creations.add(kind, checked.value.name, checked.value.photos) };
  });
  customModels.begin();
  return success(started);
}

/** An empty name leaves it to the service. */
function nameOf(given: string | null): string | null {
  const name = given?.trim() ?? '';
  return name === '' ? null : name;
}

/** The first of these creations that stands in the way of another one; null for none. */
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

/** It stopped, and its request may have left. */
function wasSent({ state, known }: CreationRow): boolean {
  return state === 'stopped' && known !== null;
}

/** Why another one need not be made; null where this creation stands in nobody's way. */
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
  // another name is asked for on purpose
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
