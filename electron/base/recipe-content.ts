import { createHash } from 'node:crypto';
import { recipeIdentity, type Recipe } from '#shared/recipe.ts';

/** The files that a recipe can name. */
export const recipeFiles = ['mask', 'fashionModelImage', 'locationImage'] as const;
export type RecipeFile = (typeof recipeFiles)[number];

/** One value for each file that the recipe names, such as its hash or another path. */
export type OfFiles = Readonly<Partial<Record<RecipeFile, string>>>;

/** Returns the paths and addresses that a recipe names. */
export function filesOf({ mask, init }: Recipe): OfFiles {
  const { fashionModelImage, locationImage } = init;
  return {
    ...(mask === null ? {} : { mask }),
    ...(fashionModelImage === undefined ? {} : { fashionModelImage }),
    ...(locationImage === undefined ? {} : { locationImage }),
  };
}

/** Returns the recipe with other files, or with the same files under other paths. */
export function withFiles(recipe: Recipe, { mask, ...init }: OfFiles): Recipe {
  return { ...recipe, mask: mask ?? null, init: { ...recipe.init, ...init } };
}

/**
 * Returns the text that stands for a file in the identity of a recipe. The text depends on the
 * SHA-256 of the file and not on its name.
 */
export function contentText(sha256: string): string {
  return `sha256:${sha256}`;
}

/**
 * Returns the SHA-256 of everything in a recipe that affects what is bought. `contents` replaces
 * the files that the recipe names.
 */
export function identityOf(recipe: Recipe, contents: OfFiles): string {
  const text = recipeIdentity(withFiles(recipe, contents));
  return createHash('sha256').update(text).digest('hex');
}
