import type { CustomModelKind } from '#shared/custom-models.ts';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { systemClock } from '../../base/clock.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import { unknownProblem } from '../../engine/models/problems.ts';
import type { Studio } from '../../studio.ts';
import { knownCustomModel } from './find.ts';
import { usesOf } from './uses.ts';

/** Interval in ms between two checks. */
const LOOK = 100;

/** The model or scene to delete. */
export interface DeletionRequest {
  readonly kind: CustomModelKind;
  readonly id: number;
  /** Hash of the uses that the user was shown. */
  readonly seen: string;
}

/**
 * Records that a model or scene is to be deleted from the service, but only if no running job uses it and its uses have
 * not changed since the user saw them. Waiting jobs are stopped first; jobs already sent count as running. Problems:
 * own-unknown, own-in-use, own-uses-changed.
 */
export async function deleteCustomModel(
  {
    ledger,
    customModels,
    change,
    queue,
  }: Pick<Studio, 'ledger' | 'customModels' | 'change' | 'queue'>,
  { kind, id, seen }: DeletionRequest,
): Promise<Outcome<null>> {
  const row = ledger.customModels.get(kind, id);
  if (row?.presence === 'deleting') return success(null);
  if (row?.presence !== 'there') return failure(unknownProblem());
  const about = row.localName ?? row.name;
  return change(ledger.customModelUses.waitingOf(kind, id, queue.inHand()), () => {
    const uses = usesOf(ledger, kind, id);
    if (!uses.ok) return uses;
    const { running, seen: current } = uses.value;
    if (running.length > 0) return beingMade(kind, about, running);
    if (current !== seen) {
      return failure('own-uses-changed', { kind, name: about }, { about });
    }
    customModels.remove(kind, id);
    return success(null);
  });
}

/**
 * Waits until the service has deleted the model or scene; otherwise returns why not. Problems: the service's, aborted
 * (the deletion stays recorded).
 */
export async function followDeletion(
  { ledger }: Pick<Studio, 'ledger'>,
  kind: CustomModelKind,
  id: number,
  signal: AbortSignal,
): Promise<Outcome<null>> {
  for (;;) {
    const row = ledger.customModels.get(kind, id);
    if (row === undefined || row.presence === 'deleted' || row.presence === 'gone') {
      return success(null);
    }
    if (row.presence === 'there' && row.problem !== null) return failure(row.problem);
    if (signal.aborted) return failure('aborted.deletion');
    await systemClock.sleep(LOOK, signal);
  }
}

/**
 * Removes an entry that is no longer in the account, with its card. Problems: own-unknown,
 * own-still-in-account.
 */
export function forgetCustomModel(
  ledger: Pick<Ledger, 'customModels'>,
  kind: CustomModelKind,
  id: number,
): Outcome<null> {
  const known = knownCustomModel(ledger, kind, id);
  if (!known.ok) return known;
  const { presence, localName, name } = known.value;
  if (presence !== 'gone') {
    const about = localName ?? name;
    return failure('own-still-in-account', { kind, name: about }, { about });
  }
  ledger.customModels.deleted(kind, id);
  return success(null);
}

function beingMade(
  kind: CustomModelKind,
  about: string,
  photos: readonly string[],
): Outcome<never> {
  const named = photos.slice(0, 3).map((photo) => `"${photo}"`);
  const more = photos.length - named.length;
  return failure('own-in-use', { kind, name: about, photos: named.join(', '), more }, { about });
}
