import type { Input } from '#shared/ipc.ts';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { Recipe } from '#shared/recipe.ts';
import type { RecipeCard } from '#shared/views/recipes.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { SavedRecipe } from '../../adapters/ledger/saved-recipes.ts';
import type { Studio } from '../../studio.ts';
import { checkFinish } from './check-finish.ts';
import { recipeCard } from './list.ts';
import { readRecipe } from './read.ts';
import { unknownRecipe } from './unknown.ts';

/**
 * Saves a recipe; creates a new one if `id` is null. Hot folders that run the recipe use the new version for all photos
 * that arrive later. Problems: those of `readRecipe` and `checkFinish`, recipe-unknown, recipe-name-taken,
 * edited-elsewhere.
 */
export async function saveRecipe(
  { ledger, hotFolders, finishPresets }: Pick<Studio, 'ledger' | 'hotFolders' | 'finishPresets'>,
  { id, revision, recipe: given }: Input<'recipes.save'>,
): Promise<Outcome<RecipeCard>> {
  const recipe = readRecipe(given);
  if (!recipe.ok) return recipe;
  const presets = await checkFinish({ finishPresets }, recipe.value);
  if (!presets.ok) return presets;
  const saved = ledger.transaction(() => save(ledger, id, revision, recipe.value));
  if (!saved.ok) return saved;
  const card = recipeCard(ledger, saved.value);
  for (const folder of card.hotFolders) hotFolders.refresh(folder);
  return success(card);
}

function save(
  { savedRecipes }: Ledger,
  id: number | null,
  revision: number | null,
  recipe: Recipe,
): Outcome<SavedRecipe> {
  const namesake = savedRecipes.named(recipe.name);
  if (id !== null && savedRecipes.get(id) === undefined) return unknownRecipe();
  if (namesake !== undefined && namesake.id !== id) {
    return failure(
      'recipe-name-taken',
      { name: namesake.recipe.name },
      { about: namesake.recipe.name, parameter: 'name' },
    );
  }
  if (id === null) return success(savedRecipes.add(recipe));
  const changed = savedRecipes.change(id, revision ?? 0, recipe);
  if (changed !== undefined) return success(changed);
  return failure('edited-elsewhere.recipe', { name: recipe.name }, { about: recipe.name });
}
