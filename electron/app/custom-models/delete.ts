import type { CustomModelKind } from '#shared/custom-models.ts';
import { failure, success, type Outcome } from '#shared/problem.ts';
import { systemClock } from '../../base/clock.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import { unknownProblem } from '../../engine/models/problems.ts';
import type { Studio } from '../../studio.ts';
import { knownCustomModel } from './find.ts';
import { usesOf } from './uses.ts';

/** ms between two looks. */
const LOOK = 100;

/** What is to be deleted. */
export interface DeletionRequest {
  readonly kind: CustomModelKind;
  readonly id: number;
  /** Of the uses that the person was told. */
  readonly seen: string;
}

/**
 * Writes down that one is to be deleted, which the service then does: one that nothing is being made with,
 * and whose uses are still what the person was told. Jobs in hand are let go first: what of them had left
 * is being made then. Problems: own-unknown, own-in-use, own-uses-changed.
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
      return failure(
        'own-uses-changed',
        `The uses of the ${kind} "${about}" have changed since you were asked. It was kept; check them again.`,
        { about },
      );
    }
    customModels.remove(kind, id);
    return success(null);
  });
}

/**
 * Waits until the service has deleted one, or says why it keeps it. Problems: the service's, aborted (the
 * deletion stays written down).
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
    if (signal.aborted)
      return failure('aborted', 'The service has not confirmed the deletion yet.');
    await systemClock.sleep(LOOK, signal);
  }
}

/**
 * Takes one that is gone from the account off the list, with its card. Problems: own-unknown,
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
    return failure(
      'own-still-in-account',
      `The ${kind} "${about}" is still in the account. Delete it there, and its card is removed too.`,
      { about },
    );
  }
  ledger.customModels.deleted(kind, id);
  return success(null);
}

function beingMade(
  kind: CustomModelKind,
  about: string,
  photos: readonly string[],
): Outcome<never> {
  const more = photos.length > 3 ? ` and ${photos.length - 3} more` : '';
  const named = photos
    .slice(0, 3)
    .map((photo) => `"${photo}"`)
    .join(', ');
  return failure(
    'own-in-use',
    `The service is using the ${kind} "${about}" for ${named}${more}. It was kept; delete it when they are done.`,
    { about },
  );
}
