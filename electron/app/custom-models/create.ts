import type { OwnKind } from '#shared/own.ts';
import { success, type Outcome, type Problem } from '#shared/problem.ts';
import type { EarlierCreation, StartedCreation } from '#shared/views/own.ts';
import type { CreationRow } from '../../adapters/ledger/own-creations.ts';
import type { OwnRow } from '../../adapters/ledger/own.ts';
import type { GivenPhoto } from '../../engine/models/types.ts';
import type { Studio } from '../../studio.ts';

/** What a person asks for. */
export interface CreationRequest {
  readonly kind: OwnKind;
  /** Null leaves the name to the service. */
  readonly name: string | null;
  /** As they were looked at. */
  readonly photos: readonly GivenPhoto[];
  /** Creates another one even where these very photos made one before. */
  readonly again: boolean;
}

/**
 * Begins a custom model or scene, once for the same photos: one that they made before, or that is being
 * made of them, is named instead, as is one whose request may have arrived. A creation of these photos
 * that stopped makes way for the new one. Problems: those of `Own.create`.
 */
export async function createCustomModel(
  { own, ledger }: Pick<Studio, 'own' | 'ledger'>,
  { kind, name, photos, again }: CreationRequest,
  signal: AbortSignal,
): Promise<Outcome<StartedCreation>> {
  const contents = photos.map(({ sha256 }) => sha256);
  const creations = () => ledger.creations.madeOf(kind, contents);
  // a request that was taken for lost may have arrived meanwhile
  const lost = creations().find(wasSent);
  const refreshed = lost === undefined ? success(null) : await own.refresh();
  if (lost !== undefined && !refreshed.ok && !again) {
    return success({ earlier: uncertain(lost, refreshed.problem) });
  }
  const wanted = name?.trim() ?? null;
  const stopped: number[] = [];
  for (const creation of creations()) {
    const { serviceId } = creation;
    const made = serviceId === null ? undefined : ledger.own.get(kind, serviceId);
    const earlier = earlierOf(creation, made, wanted);
    if (earlier !== null && !again) return success({ earlier });
    if (creation.state === 'stopped') stopped.push(creation.id);
  }
  const created = await own.create(kind, wanted, photos, signal);
  if (!created.ok) return created;
  for (const id of stopped) own.putAway(id);
  return success({ creationId: created.value });
}

/** It stopped, and its request may have left. */
function wasSent({ state, known }: CreationRow): boolean {
  return state === 'stopped' && known !== null;
}

/** Why another one need not be made; null where this creation stands in nobody's way. */
function earlierOf(
  creation: CreationRow,
  made: OwnRow | undefined,
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
