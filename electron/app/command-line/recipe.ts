import type { Outcome } from '#shared/problem.ts';
import { parseRecipe } from '#shared/recipe.ts';
import { resolveRecipe, type ResolvedRecipe } from '../../engine/intake/admit.ts';

/** The recipe of a command: plain data, and the absolute folder that its relative file paths start from. */
export interface RecipeInput {
  readonly recipe: unknown;
  readonly baseFolder: string;
}

/** Checks a recipe by the catalogue and reads its files. Problems: those of `parseRecipe` and `resolveRecipe`. */
export async function readRecipe(
  { recipe, baseFolder }: RecipeInput,
  signal: AbortSignal,
): Promise<Outcome<ResolvedRecipe>> {
  const parsed = parseRecipe(recipe);
  return parsed.ok ? resolveRecipe(parsed.value, baseFolder, signal) : parsed;
}
