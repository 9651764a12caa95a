import type { Recipe } from '../recipe.ts';

/** A saved recipe. */
export interface RecipeCard {
  readonly id: number;
  /** Increases with every save; a save contains the revision it started from, so that no edit is overwritten. */
  readonly revision: number;
  readonly recipe: Recipe;
  /** Generated images per photo. */
  readonly images: number;
  /** IDs of the hot folders that use it. */
  readonly hotFolders: readonly number[];
}
