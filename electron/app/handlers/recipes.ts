import { basename, isAbsolute } from 'node:path';
import { isWebAddress } from '#shared/agents/index.ts';
import type { Handlers } from '#shared/contract/serve.ts';
import type { ChannelName } from '#shared/ipc.ts';
import { failure, success, type Outcome, type Problem } from '#shared/problem.ts';
import { parseRecipe, type Recipe } from '#shared/recipe.ts';
import type { RecipeCard } from '#shared/views/recipes.ts';
import { imagesOf } from '../../engine/intake/images-of.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { SavedRecipe } from '../../adapters/ledger/saved-recipes.ts';
import type { Desk } from './desk.ts';

type RecipeHandlers = Pick<Handlers, Extract<ChannelName, `recipes.${string}`>>;

/** Saved recipes. A hot folder runs the new text of its recipe for the photos that come from then on. */
export function recipeHandlers(desk: Pick<Desk, 'ready'>): RecipeHandlers {
  return {
    async 'recipes.all'() {
      const studio = await desk.ready();
      if (!studio.ok) return studio;
      const { ledger } = studio.value;
      return success(ledger.savedRecipes.all().map((saved) => cardOf(ledger, saved)));
    },
    async 'recipes.save'({ id, revision, recipe: given }) {
      const studio = await desk.ready();
      if (!studio.ok) return studio;
      const { ledger, hotFolders } = studio.value;
      const recipe = readRecipe(given);
      if (!recipe.ok) return recipe;
      const saved = ledger.transaction(() => save(ledger, id, revision, recipe.value));
      if (!saved.ok) return saved;
      const card = cardOf(ledger, saved.value);
      for (const folder of card.hotFolders) hotFolders.refresh(folder);
      return success(card);
    },
    async 'recipes.remove'({ id }) {
      const studio = await desk.ready();
      if (!studio.ok) return studio;
      const { ledger } = studio.value;
      return ledger.transaction(() => remove(ledger, id));
    },
  };
}

function cardOf({ savedRecipes }: Ledger, { id, revision, recipe }: SavedRecipe): RecipeCard {
  const hotFolders = savedRecipes.hotFolders(id);
  return { id, revision, recipe, images: imagesOf(recipe), hotFolders };
}

/** The first of its problems; the screen finds all of them in the same way. */
export function readRecipe(given: unknown): Outcome<Recipe> {
  const parsed = parseRecipe(given);
  if ('recipe' in parsed) {
    const problem = pathProblem(parsed.recipe);
    return problem === null ? success(parsed.recipe) : { ok: false, problem };
  }
  const [problem] = parsed.problems;
  if (problem === undefined) throw new Error('A recipe was refused without a reason.');
  return { ok: false, problem };
}

/** A saved recipe lies in no folder that a path could begin from. */
function pathProblem({ mask, init }: Recipe): Problem | null {
  const images = { mask, ...init, taskName: null };
  for (const [parameter, image] of Object.entries(images)) {
    if (image === null || isWebAddress(image) || isAbsolute(image)) continue;
    const message = `"${image.slice(0, 200)}" is not the whole path of a file. Choose the file, or write its path from the very beginning.`;
    return failure('path-relative', message, { about: image.slice(0, 200), parameter }).problem;
  }
  return null;
}

function save(
  { savedRecipes }: Ledger,
  id: number | null,
  revision: number | null,
  recipe: Recipe,
): Outcome<SavedRecipe> {
  const namesake = savedRecipes.named(recipe.name);
  if (id !== null && savedRecipes.get(id) === undefined) return unknown();
  if (namesake !== undefined && namesake.id !== id) {
    return failure(
      'recipe-name-taken',
      `There is a recipe "${namesake.recipe.name}" already. Nothing was saved; give this one another name.`,
      { about: namesake.recipe.name, parameter: 'name' },
    );
  }
  if (id === null) return success(savedRecipes.add(recipe));
  const changed = savedRecipes.change(id, revision ?? 0, recipe);
  if (changed !== undefined) return success(changed);
  return failure(
    'edited-elsewhere',
    `The recipe "${recipe.name}" was changed in another window meanwhile. Nothing was saved here; look at the other change, then save again.`,
    { about: recipe.name },
  );
}

function remove({ savedRecipes, hotFolders }: Ledger, id: number): Outcome<null> {
  const saved = savedRecipes.get(id);
  if (saved === undefined) return unknown();
  const users = savedRecipes.hotFolders(id);
  if (users.length === 0) {
    savedRecipes.remove(id);
    return success(null);
  }
  const names = users.map((user) => `"${basename(hotFolders.get(user)?.path ?? '')}"`);
  const more = names.length > 3 ? ` and ${names.length - 3} more` : '';
  return failure(
    'recipe-in-use',
    `The recipe "${saved.recipe.name}" is run by the drop folder ${names.slice(0, 3).join(', ')}${more}. It was kept; choose another recipe there first.`,
    { about: saved.recipe.name },
  );
}

function unknown(): Outcome<never> {
  return failure(
    'recipe-unknown',
    'This recipe is not there any more: it was removed, perhaps in another window. Save it as a new one to keep what you see.',
  );
}
