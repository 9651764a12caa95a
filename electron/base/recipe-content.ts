import { createHash } from 'node:crypto';
import { recipeIdentity, type Recipe } from '#shared/recipe.ts';

/** The files that a recipe can name. */
export const recipeFiles = ['mask', 'fashionModelImage', 'locationImage'] as const;
export type RecipeFile = (typeof recipeFiles)[number];

/** One value for each file that is named. */
export type OfFiles = Readonly<Partial<Record<RecipeFile, string>>>;

/** What a recipe names: paths and addresses. */
export function filesOf({ mask, init }: Recipe): OfFiles {
  const { fashionModelImage, locationImage } = init;
  return {
    ...(mask === null ? {} : { mask }),
    ...(fashionModelImage === undefined ? {} : { fashionModelImage }),
    ...(locationImage === undefined ? {} : { locationImage }),
  };
}

/** A recipe that names other files, or the same ones in another way. */
export function withFiles(recipe: Recipe, { mask, ...init }: OfFiles): Recipe {
  return { ...recipe, mask: mask ?? null, init: { ...recipe.init, ...init } };
}

/** What stands for a file of this SHA-256 in the identity of a recipe, whatever its name. */
export function contentText(sha256: string): string {
  return `sha256:${sha256}`;
}

/** SHA-256 of what a recipe buys, `contents` in place of the files it names. */
export function identityOf(recipe: Recipe, contents: OfFiles): string {
  const text = recipeIdentity(withFiles(recipe, contents));
  return createHash('sha256').update(text).digest('hex');
}
