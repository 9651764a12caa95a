import { basename } from 'node:path';
import type { Handlers } from '#shared/contract/serve.ts';
import { failure } from '#shared/failure.ts';
import { parseJson } from '#shared/json.ts';
import { causeText, success, type Outcome } from '#shared/problem.ts';
import { parseRecipe, type Recipe } from '#shared/recipe.ts';
import type { RecipeCard } from '#shared/views/recipes.ts';
import { readRegular } from '../../base/regular-file.ts';

/** The user's answer if the name of a recipe is already in use. */
export type NameAnswer = 'replace' | 'both' | 'neither';

/** Maximum bytes of a recipe file; recipes are far smaller. */
const LARGEST = 1_000_000;
/** Maximum number of numbered names that are tried. */
const MOST_NAMES = 1000;

export function isRecipeFile(path: string): boolean {
  return /\.darkslide-recipe$/iu.test(path);
}

/**
 * Saves the recipe in a file and returns its card; null if the user cancels. An identical recipe is not saved twice.
 * Problems: recipe-unreadable, those of the recipe and of `recipes.save`.
 */
export async function takeRecipe(
  file: string,
  handlers: Pick<Handlers, 'recipes.all' | 'recipes.save'>,
  ask: (name: string) => Promise<NameAnswer>,
  signal: AbortSignal,
): Promise<Outcome<RecipeCard | null>> {
  const read = await readRecipe(file, signal);
  if (!read.ok) return read;
  const recipe = read.value;
  const saved = await handlers['recipes.all']({}, signal);
  if (!saved.ok) return saved;
  const namesake = saved.value.find((card) => card.recipe.name === recipe.name);
  const save = (id: number | null, revision: number | null, wanted: Recipe) =>
    handlers['recipes.save']({ id, revision, recipe: wanted }, signal);
  if (namesake === undefined) return save(null, null, recipe);
  if (isSame(namesake.recipe, recipe)) return success(namesake);
  const answer = await ask(recipe.name);
  if (answer === 'neither') return success(null);
  if (answer === 'replace') return save(namesake.id, namesake.revision, recipe);
  return save(null, null, { ...recipe, name: freeName(recipe.name, saved.value) });
}

async function readRecipe(file: string, signal: AbortSignal): Promise<Outcome<Recipe>> {
  const name = basename(file);
  const unreadable = (detail: string) =>
    failure(
      'recipe-unreadable.foreign',
      { name },
      {
        about: name,
        detail,
      },
    );
  let json: unknown;
  try {
    json = parseJson((await readRegular(file, { most: LARGEST, signal })).toString('utf8'));
  } catch (error) {
    return unreadable(causeText(error));
  }
  return parseRecipe(json);
}

function isSame(one: Recipe, other: Recipe): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function freeName(name: string, saved: readonly RecipeCard[]): string {
  const taken = new Set(saved.map((card) => card.recipe.name));
  for (let n = 2; n < MOST_NAMES; n += 1) {
    if (!taken.has(`${name} ${n}`)) return `${name} ${n}`;
  }
  return `${name} ${MOST_NAMES}`;
}
