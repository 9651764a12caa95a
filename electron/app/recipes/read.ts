import { failure } from '#shared/failure.ts';
import { isAbsolute } from 'node:path';
import { isWebAddress } from '#shared/agents/index.ts';
import { mapOutcome, success, type Outcome } from '#shared/problem.ts';
import { parseRecipe, type Recipe } from '#shared/recipe.ts';

/** Reads a recipe from a page. Problems: those of `parseRecipe`, path-relative. */
export function readRecipe(given: unknown): Outcome<Recipe> {
  const parsed = parseRecipe(given);
  return parsed.ok ? mapOutcome(checkPaths(parsed.value), () => parsed.value) : parsed;
}

/** Checks that paths are absolute, because a saved recipe has no folder for relative paths. */
function checkPaths({ mask, init }: Recipe): Outcome<void> {
  const images = { mask, ...init, taskName: null };
  for (const [parameter, image] of Object.entries(images)) {
    if (image === null || isWebAddress(image) || isAbsolute(image)) continue;
    const path = image.slice(0, 200);
    return failure('path-relative.image', { path }, { about: path, parameter });
  }
  return success();
}
