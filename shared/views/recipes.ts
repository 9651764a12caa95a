import type { Recipe } from '../recipe.ts';

/** A saved recipe. */
export interface RecipeCard {
  readonly id: number;
  /**
   * Increases with every save; a save contains the revision on which it is based, so that no other edit is overwritten.
   */
  readonly revision: number;
  readonly recipe: Recipe;
  /** Number of images generated per photo. */
  readonly images: number;
  /** IDs of the hot folders that run the recipe. */
  readonly hotFolders: readonly number[];
}
