import { exportRecipe, parseRecipe, type Recipe } from '#shared/recipe.ts';
import type { Tables } from './rows.ts';

/** Every text of a recipe that a job was made with. */
export interface RecipeRepository {
  /** The id of a recipe, written down when its text is new. */
  recipe(recipe: Recipe, identity: string): number;
  /** The recipe of this id; undefined when there is none that can be read. */
  recipeOf(recipeId: number): Recipe | undefined;
}

/** Returns the recipe of a text; undefined where it cannot be read: a newer Darkslide may have written it. */
export type RecipeReader = (text: string) => Recipe | undefined;

/** Returns a reader that knows each text it has read: screens and jobs ask for the same few again and again. */
export function recipeReader(): RecipeReader {
  const known = new Map<string, Recipe>();
  return (text) => {
    const recipe = known.get(text) ?? read(text);
    if (recipe !== undefined) known.set(text, recipe);
    return recipe;
  };
}

export function recipeRepository(db: Tables, reader: RecipeReader): RecipeRepository {
  return {
    recipe(recipe, identity) {
      const text = exportRecipe(recipe);
      const known = db.value<number>('SELECT id FROM recipes WHERE text = ?', text);
      return known ?? db.insertRow('recipes', { text, identity });
    },
    recipeOf(id) {
      const text = db.value<string>('SELECT text FROM recipes WHERE id = ?', id);
      return text === undefined ? undefined : reader(text);
    },
  };
}

function read(text: string): Recipe | undefined {
  try {
    const parsed = parseRecipe(JSON.parse(text));
    return parsed.ok ? parsed.value : undefined;
  } catch {
    return undefined;
  }
}
