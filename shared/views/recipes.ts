import type { Recipe } from '../recipe.ts';

/** A saved recipe. */
export interface RecipeCard {
  readonly id: number;
  /** Grows with every save; a save names the one it began from, so that no edit is lost unseen. */
  readonly revision: number;
  readonly recipe: Recipe;
  /** Generated images for one photo. */
  readonly images: number;
  /** Ids of the hot folders that run it. */
  readonly hotFolders: readonly number[];
}
