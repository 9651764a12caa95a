import type { Outcome } from '#shared/problem.ts';
import { parseRecipe } from '#shared/recipe.ts';
import { resolveRecipe, type ResolvedRecipe } from '../../engine/intake/admit.ts';

/**
 * The recipe of a command as plain data, and the absolute path of the folder to which its file paths are relative.
 */
export interface RecipeInput {
  readonly recipe: unknown;
  readonly baseFolder: string;
}

/**
 * Checks a recipe against the catalogue and reads its files. Problems: those of `parseRecipe` and
 * `resolveRecipe`.
 */
export async function readRecipe(
  { recipe, baseFolder }: RecipeInput,
  signal: AbortSignal,
): Promise<Outcome<ResolvedRecipe>> {
  const parsed = parseRecipe(recipe);
  return parsed.ok ? resolveRecipe(parsed.value, baseFolder, signal) : parsed;
}
