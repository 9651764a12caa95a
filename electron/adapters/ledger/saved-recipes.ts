import { exportRecipe, type Recipe } from '#shared/recipe.ts';
import type { Clock } from '../../base/clock.ts';
import type { RecipeReader } from './recipes.ts';
import type { Tables } from './rows.ts';

/** A recipe that the user has saved under the recipe's name. */
export interface SavedRecipe {
  readonly id: number;
  /** Increases with every save. */
  readonly revision: number;
  readonly recipe: Recipe;
}

export interface SavedRecipeRepository {
  /**
   * Returns all saved recipes by name. Leaves out unreadable ones, which a newer Darkslide may have
   * written.
   */
  all(): SavedRecipe[];
  get(id: number): SavedRecipe | undefined;
  /** Returns the recipe with this name, ignoring case, surrounding spaces and Unicode form. */
  named(name: string): SavedRecipe | undefined;
  add(recipe: Recipe): SavedRecipe;
  /**
   * Adds the recipes that a new ledger starts with, except those whose name is taken. Adds them
   * only once, even if the user removes them later.
   */
  addFirst(recipes: readonly Recipe[]): void;
  /** Changes the text; returns undefined if no recipe has this id and revision. */
  change(id: number, revision: number, recipe: Recipe): SavedRecipe | undefined;
  /** Removes a recipe. No hot folder may still run it. */
  remove(id: number): void;
  /** Returns the ids of the hot folders that run the recipe, without removed ones. */
  hotFolders(id: number): number[];
}

interface Row {
  id: number;
  text: string;
  revision: number;
}

export function savedRecipeRepository(
  db: Tables,
  clock: Clock,
  reader: RecipeReader,
): SavedRecipeRepository {
  const read = ({ id, revision, text }: Row): SavedRecipe[] => {
    const recipe = reader(text);
    return recipe === undefined ? [] : [{ id, revision, recipe }];
  };
  const all = () =>
    db.all<Row>('SELECT id, text, revision FROM saved_recipes ORDER BY name').flatMap(read);
  const add = (recipe: Recipe): SavedRecipe => {
    const now = clock.wall();
    const text = exportRecipe(recipe);
    const fields = { name: recipe.name, text, createdAt: now, updatedAt: now };
    const id = db.insertRow('saved_recipes', fields);
    return { id, revision: 1, recipe };
  };
  return {
    all,
    add,
    addFirst: (recipes) =>
      db.transaction(() => {
        if (db.run("INSERT OR IGNORE INTO beginnings (what) VALUES ('recipes')") === 0) return;
        const taken = new Set(db.column<string>('SELECT name FROM saved_recipes').map(fold));
        for (const recipe of recipes) if (!taken.has(fold(recipe.name))) add(recipe);
      }),
    get: (id) =>
      db.all<Row>('SELECT id, text, revision FROM saved_recipes WHERE id = ?', id).flatMap(read)[0],
    named: (name) => all().find(({ recipe }) => fold(recipe.name) === fold(name)),
    change(id, revision, recipe) {
      const next = { id, revision: revision + 1, recipe };
      const text = exportRecipe(recipe);
      const fields = { name: recipe.name, text, revision: next.revision, updatedAt: clock.wall() };
      const where = 'id = ? AND revision = ?';
      return db.update('saved_recipes', fields, where, id, revision) === 1 ? next : undefined;
    },
    remove: (id) =>
      db.transaction(() => {
        db.run('UPDATE hot_folders SET saved_recipe_id = NULL WHERE saved_recipe_id = ?', id);
        db.run('DELETE FROM saved_recipes WHERE id = ?', id);
      }),
    hotFolders: (id) =>
      db.column(
        'SELECT id FROM hot_folders WHERE saved_recipe_id = ? AND removed = 0 ORDER BY id',
        id,
      ),
  };
}

function fold(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}
