import type { RecipeCard } from '#shared/views/recipes.ts';
import { imagesOf } from '../../engine/intake/images-of.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { SavedRecipe } from '../../adapters/ledger/saved-recipes.ts';

/** Returns all saved recipes with the hot folders that run them. */
export function listRecipes({ savedRecipes }: Pick<Ledger, 'savedRecipes'>): RecipeCard[] {
  return savedRecipes.all().map((saved) => recipeCard({ savedRecipes }, saved));
}

/** Returns a saved recipe in the form that the screens show. */
export function recipeCard(
  { savedRecipes }: Pick<Ledger, 'savedRecipes'>,
  { id, revision, recipe }: SavedRecipe,
): RecipeCard {
  return {
    id,
    revision,
    recipe,
    images: imagesOf(recipe),
    hotFolders: savedRecipes.hotFolders(id),
  };
}
