import type { Ledger } from '../../adapters/ledger/open.ts';

/** Returns the names of the saved recipes that use a preset, in the order of the list of recipes. */
export function recipesWith(
  { savedRecipes }: Pick<Ledger, 'savedRecipes'>,
  preset: string,
): string[] {
  const using = savedRecipes.all().filter(({ recipe }) => recipe.delivery.finish.includes(preset));
  return using.map(({ recipe }) => recipe.name);
}
