import { failure } from '#shared/failure.ts';
import { isAbsolute } from 'node:path';
import { isWebAddress } from '#shared/agents/index.ts';
import { ownMask } from '#shared/mask/own-mask.ts';
import { mapOutcome, success, type Outcome } from '#shared/problem.ts';
import { parseRecipe, type Recipe } from '#shared/recipe.ts';

/** Reads a recipe sent by the user interface. Problems: those of `parseRecipe`, path-relative, mask-of-each-photo. */
export function readRecipe(given: unknown): Outcome<Recipe> {
  const parsed = parseRecipe(given);
  return parsed.ok ? mapOutcome(checkPaths(parsed.value), () => parsed.value) : parsed;
}

/**
 * Reads a recipe for a run in Retouch, where each photo may use its own mask. Problems: those of `parseRecipe`,
 * path-relative.
 */
export function readRetouchRecipe(given: unknown): Outcome<Recipe> {
  const parsed = parseRecipe(given);
  if (!parsed.ok) return parsed;
  const { mask } = parsed.value;
  const files = mask === ownMask ? { ...parsed.value, mask: null } : parsed.value;
  return mapOutcome(checkPaths(files), () => parsed.value);
}

/** Checks that paths are absolute, because a saved recipe has no folder for relative paths. */
function checkPaths({ mask, init }: Recipe): Outcome<void> {
  if (mask === ownMask) return failure('mask-of-each-photo', {}, { parameter: 'mask' });
  const images = { mask, ...init, taskName: null };
  for (const [parameter, image] of Object.entries(images)) {
    if (image === null || isWebAddress(image) || isAbsolute(image)) continue;
    const path = image.slice(0, 200);
    return failure('path-relative.image', { path }, { about: path, parameter });
  }
  return success();
}
