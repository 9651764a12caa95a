import { isAbsolute } from 'node:path';
import { isWebAddress } from '#shared/agents/index.ts';
import { failure, mapOutcome, success, type Outcome } from '#shared/problem.ts';
import { parseRecipe, type Recipe } from '#shared/recipe.ts';

/** The first of its problems; the screen finds all of them in the same way. */
export function readRecipe(given: unknown): Outcome<Recipe> {
  const parsed = parseRecipe(given);
  if ('recipe' in parsed) {
    return mapOutcome(checkPaths(parsed.recipe), () => parsed.recipe);
  }
  const [problem] = parsed.problems;
  if (problem === undefined) throw new Error('A recipe was refused without a reason.');
  return failure(problem);
}

/** A saved recipe lies in no folder that a path could begin from. */
function checkPaths({ mask, init }: Recipe): Outcome<void> {
  const images = { mask, ...init, taskName: null };
  for (const [parameter, image] of Object.entries(images)) {
    if (image === null || isWebAddress(image) || isAbsolute(image)) continue;
    const message = `"${image.slice(0, 200)}" is not the whole path of a file. Choose the file, or write its path from the very beginning.`;
    return failure('path-relative', message, { about: image.slice(0, 200), parameter });
  }
  return success();
}
