import { isWebAddress } from '#shared/agents/index.ts';
import { countCharacters, cutCharacters } from '#shared/characters.ts';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { Recipe } from '#shared/recipe.ts';
import { filesOf } from '../../../base/recipe-content.ts';
import type { SavedRecipeRepository } from '../../../adapters/ledger/saved-recipes.ts';
import { isInRoots, sharedPlace, type Roots } from '../../../adapters/shared-studio/roots.ts';
import type { SharedKind } from './kind.ts';
import { fromSharedRecipe, toSharedRecipe } from './shared-recipe.ts';

/** Maximum number of characters in a recipe's name. */
const LONGEST = 100;

/** Returns the kind of all saved recipes, which stations share by name. `station` is the name of this station. */
export function recipeKind(
  savedRecipes: SavedRecipeRepository,
  roots: () => Roots,
  station: string,
): SharedKind {
  const itemOf = (recipe: Recipe) => {
    const shared = toSharedRecipe(recipe, roots());
    const subject = recipe.name.trim().normalize('NFC').toLowerCase();
    return { subject, name: recipe.name, content: shared && JSON.stringify(shared) };
  };
  const change = (id: number, recipe: Recipe) => {
    const revision = savedRecipes.get(id)?.revision ?? 0;
    savedRecipes.change(id, revision, recipe);
  };
  return {
    name: 'recipe',
    // a recipe may contain a mask as data
    longest: 8_000_000,
    list: () => savedRecipes.all().map(({ id, recipe }) => ({ localId: id, ...itemOf(recipe) })),
    async check(content) {
      const read = fromSharedRecipe(content, roots());
      if (!read.ok) return read;
      const recipe = read.value;
      const isReached = await reachFiles(recipe, roots());
      if (!isReached.ok) return isReached;
      return success({
        ...itemOf(recipe),
        content: itemOf(recipe).content ?? '',
        write(localId) {
          if (localId === null) return savedRecipes.add(recipe).id;
          change(localId, recipe);
          return localId;
        },
      });
    },
    remove(localId) {
      if (savedRecipes.hotFolders(localId).length > 0) return false;
      savedRecipes.remove(localId);
      return true;
    },
    rename(localId) {
      const saved = savedRecipes.get(localId);
      if (saved === undefined) return null;
      const name = freeName(savedRecipes, saved.recipe.name, station);
      change(localId, { ...saved.recipe, name });
      return name;
    },
  };
}

/** Checks that no link leads to a file of a recipe outside the shared roots. Problem: shared-root-missing. */
async function reachFiles(recipe: Recipe, roots: Roots): Promise<Outcome<void>> {
  for (const file of Object.values(filesOf(recipe))) {
    if (isWebAddress(file) || (await isInRoots(roots, file))) continue;
    const { root = '', path = file } = sharedPlace(roots, file) ?? {};
    return failure('shared-root-missing.link', { name: path, root }, { about: root });
  }
  return success();
}

/** Returns the first unused name for this station's version of a recipe: "White (Retouch-1)", "White (Retouch-1) 2". */
function freeName(savedRecipes: SavedRecipeRepository, name: string, station: string): string {
  for (let count = 1; ; count += 1) {
    const suffix = ` (${cutCharacters(station, 50)})${count === 1 ? '' : ` ${count}`}`;
    const free = `${cutCharacters(name, LONGEST - countCharacters(suffix))}${suffix}`;
    if (savedRecipes.named(free) === undefined) return free;
  }
}
