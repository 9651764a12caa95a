import { isAllowed, releaseStatus } from '#shared/custom-models.ts';
import type { Outcome } from '#shared/problem.ts';
import type { Recipe } from '#shared/recipe.ts';
import type { EndingRelease } from '#shared/views/custom-models.ts';
import {
  checkAllowed,
  checkUsable,
  customModelRulesOf,
  type RuleLedger,
} from '../../engine/queue/permit.ts';

/** Returns those custom models and scenes of a recipe that have a release which ends soon. */
export function endingReleases(ledger: RuleLedger, recipe: Recipe, today: string): EndingRelease[] {
  return customModelRulesOf(ledger, recipe).flatMap(({ kind, rule: { name, expires } }) =>
    expires !== null && releaseStatus(expires, today) === 'ends' ? { kind, name, expires } : [],
  );
}

/**
 * Checks that a recipe could run on some photo in a hot folder: no rule excludes all photos, and at least one path in
 * the folder can be allowed. A card may allow only certain clients or subfolders, so the final check is made per
 * photo. Problems: those of `checkUsable` and `checkAllowed`.
 */
export function checkFolderUsable(
  ledger: RuleLedger,
  recipe: Recipe,
  path: string,
  today: string,
): Outcome<void> {
  const models = customModelRulesOf(ledger, recipe);
  const usable = checkUsable(models, today);
  if (!usable.ok) return usable;
  const strict = models.filter(
    ({ rule: { clients, folders } }) =>
      clients.length === 0 && !isAllowed({ clients, folders: [path] }, folders),
  );
  return checkAllowed(strict, [path]);
}
