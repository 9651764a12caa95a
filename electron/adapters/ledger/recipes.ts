import { exportRecipe, parseRecipe, type Recipe } from '#shared/recipe.ts';
import type { Tables } from './rows.ts';

/** The text of every recipe that a job was ever created with. */
export interface RecipeRepository {
  /** Returns the id of a recipe, and adds its text if it is new. */
  recipe(recipe: Recipe, identity: string): number;
  /** Returns the recipe with this id; undefined if it is missing or unreadable. */
  recipeOf(recipeId: number): Recipe | undefined;
}

/**
 * Returns the recipe in a text; undefined if the text is unreadable, for example because a newer
 * Darkslide wrote it.
 */
export type RecipeReader = (text: string) => Recipe | undefined;

/**
 * Returns a reader that caches each text, because screens and jobs request the same few recipes
 * again and again.
 */
export function recipeReader(): RecipeReader {
  const known = new Map<string, Recipe>();
  return (text) => {
    const recipe = known.get(text) ?? read(text);
    if (recipe !== undefined) known.set(text, recipe);
    return recipe;
  };
}

/**
 * The migration for `executions.recipe_id`, the recipe that an execution was sent with: the job may take another one
 * for a later run. Triggers set it, however an execution is recorded.
 */
export const executionRecipeColumn = `
  ALTER TABLE executions ADD COLUMN recipe_id INTEGER REFERENCES recipes(id);
  UPDATE executions SET recipe_id = (SELECT recipe_id FROM jobs WHERE id = job_id);
  CREATE TRIGGER recipe_of_new_execution AFTER INSERT ON executions BEGIN
    UPDATE executions SET recipe_id = (SELECT recipe_id FROM jobs WHERE id = new.job_id) WHERE id = new.id;
  END;
  CREATE TRIGGER recipe_of_sent_execution AFTER UPDATE OF state ON executions WHEN new.state = 'sending' BEGIN
    UPDATE executions SET recipe_id = (SELECT recipe_id FROM jobs WHERE id = new.job_id) WHERE id = new.id;
  END;
`;

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
