import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { CustomModelKind } from '#shared/custom-models.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { CustomModelUses } from '#shared/views/custom-models.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import { usesCustomModel } from '../../engine/queue/permit.ts';
import { knownCustomModel } from './find.ts';

/** Maximum number of photos that are listed by name. */
const NAMED = 20;

/** Returns the current uses of a custom model or scene. Problem: own-unknown. */
export function usesOf(
  ledger: Ledger,
  kind: CustomModelKind,
  id: number,
): Outcome<CustomModelUses> {
  const known = knownCustomModel(ledger, kind, id);
  if (!known.ok) return known;
  const using = ledger.savedRecipes.all().filter(({ recipe }) => usesCustomModel(recipe, kind, id));
  const recipeIds = new Set<number | null>(using.map((saved) => saved.id));
  const uses = {
    recipes: using.map(({ recipe }) => recipe.name),
    hotFolders: ledger.hotFolders
      .saved()
      .filter(({ savedRecipeId }) => recipeIds.has(savedRecipeId))
      .map(({ path }) => basename(path)),
    waiting: ledger.customModelUses.waiting(kind, id),
    running: ledger.customModelUses.running(kind, id, NAMED),
  };
  // The hash leaves out delivered images, because they stay, and includes the service's origin, because ids are unique
  // only within one service.
  const asked = JSON.stringify([ledger.owner.origin(), kind, id, uses]);
  const seen = createHash('sha256').update(asked).digest('hex');
  return success({ ...uses, delivered: ledger.customModelUses.delivered(kind, id), seen });
}
