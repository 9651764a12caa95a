import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { OwnKind } from '#shared/own.ts';
import { failure, success, type Outcome } from '#shared/problem.ts';
import type { OwnUses } from '#shared/views/own.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { OwnRow } from '../../adapters/ledger/own.ts';
import { usesOwn } from '../../engine/queue/permit.ts';
import type { Studio } from '../../studio.ts';

/** Photos that are named. */
const NAMED = 20;

/** What an own model or scene is used by now. */
export function ownUsesOf(ledger: Ledger, kind: OwnKind, id: number): OwnUses {
  const using = ledger.savedRecipes.all().filter(({ recipe }) => usesOwn(recipe, kind, id));
  const recipeIds = new Set<number | null>(using.map((saved) => saved.id));
  const uses = {
    recipes: using.map(({ recipe }) => recipe.name),
    hotFolders: ledger.hotFolders
      .saved()
      .filter(({ savedRecipeId }) => recipeIds.has(savedRecipeId))
      .map(({ path }) => basename(path)),
    waiting: ledger.ownUses.waiting(kind, id),
    running: ledger.ownUses.running(kind, id, NAMED),
  };
  // what is delivered stays, so a person need not be told of more of it; ids mean something there only
  const asked = JSON.stringify([ledger.owner.origin(), kind, id, uses]);
  const seen = createHash('sha256').update(asked).digest('hex');
  return { ...uses, delivered: ledger.ownUses.delivered(kind, id), seen };
}

/**
 * Has one deleted at the service that nothing is being made with, and of whose uses `seen` says that the
 * person was told. Jobs in hand are let go first: what of them had left is being made then. Problems:
 * own-in-use.
 */
export function deleteOwn(
  { ledger, own, change, queue }: Pick<Studio, 'ledger' | 'own' | 'change' | 'queue'>,
  { kind, id, localName, name }: OwnRow,
  seen: string,
): Promise<Outcome<null>> {
  const about = localName ?? name;
  return change(ledger.ownUses.waitingOf(kind, id, queue.inHand()), () => {
    const uses = ownUsesOf(ledger, kind, id);
    const [first] = uses.running;
    if (first !== undefined) return beingMade(kind, about, uses.running);
    if (uses.seen !== seen) {
      return failure(
        'own-uses-changed',
        `What uses the ${kind} "${about}" is not what it was when you were asked. It was kept; look again.`,
        { about },
      );
    }
    own.remove(kind, id);
    return success(null);
  });
}

function beingMade(kind: OwnKind, about: string, photos: readonly string[]): Outcome<never> {
  const more = photos.length > 3 ? ` and ${photos.length - 3} more` : '';
  const named = photos
    .slice(0, 3)
    .map((photo) => `"${photo}"`)
    .join(', ');
  return failure(
    'own-in-use',
    `The service is working on ${named}${more} with the ${kind} "${about}". It was kept; delete it when they are done.`,
    { about },
  );
}
