import { resolve } from 'node:path';
import { isWebAddress } from '#shared/agents/index.ts';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { Recipe } from '#shared/recipe.ts';
import { sha256File } from '../../base/files.ts';
import {
  contentText,
  filesOf,
  identityOf,
  recipeFiles,
  withFiles,
  type OfFiles,
  type RecipeFile,
} from '../../base/recipe-content.ts';
import { readProblem } from '../../base/read-problem.ts';

/** A recipe whose files have been read. Its identity shows whether a photo was already bought with an equal recipe. */
export interface ResolvedRecipe {
  /** The recipe, in which all file paths are absolute. */
  readonly recipe: Recipe;
  /** SHA-256 of `recipeIdentity` with the content of the files in place of their paths. */
  readonly identity: string;
}

interface ResolvedFile {
  readonly path: string;
  /** SHA-256 of the content, which replaces the name of the file. */
  readonly content: string;
}

/** The files of a recipe: their paths, and the texts that represent their content in the recipe's identity. */
export interface ResolvedFiles {
  readonly paths: OfFiles;
  readonly contents: OfFiles;
}

/**
 * Makes the file paths of a recipe (mask, model image, location image) absolute, relative to
 * `baseFolder`, and reads the files for its identity. Addresses do not change. Problems:
 * file-missing, file-unreadable, file-not-regular, file-too-large, each with the field; aborted.
 */
export async function resolveRecipe(
  recipe: Recipe,
  baseFolder: string,
  signal?: AbortSignal,
): Promise<Outcome<ResolvedRecipe>> {
  const files = await resolveFiles(recipe, baseFolder, signal);
  return files.ok ? success(resolvedWith(recipe, files.value)) : files;
}

/** Returns the recipe with the absolute paths of its files, and its identity. */
export function resolvedWith(recipe: Recipe, { paths, contents }: ResolvedFiles): ResolvedRecipe {
  return { recipe: withFiles(recipe, paths), identity: identityOf(recipe, contents) };
}

/** Finds and reads the files of a recipe. Problems: those of `resolveRecipe`. */
export async function resolveFiles(
  recipe: Recipe,
  baseFolder: string,
  signal?: AbortSignal,
): Promise<Outcome<ResolvedFiles>> {
  const named = filesOf(recipe);
  const paths: Partial<Record<RecipeFile, string>> = {};
  const contents: Partial<Record<RecipeFile, string>> = {};
  for (const field of recipeFiles) {
    const reference = named[field];
    if (reference === undefined) continue;
    const resolved = await resolveImage(reference, field, baseFolder, signal);
    if (!resolved.ok) return resolved;
    paths[field] = resolved.value.path;
    contents[field] = resolved.value.content;
  }
  return success({ paths, contents });
}

async function resolveImage(
  reference: string,
  field: string,
  baseFolder: string,
  signal: AbortSignal | undefined,
): Promise<Outcome<ResolvedFile>> {
  if (isWebAddress(reference)) return success({ path: reference, content: reference });
  const path = resolve(baseFolder, reference);
  try {
    return success({ path, content: contentText(await sha256File(path, signal)) });
  } catch (error) {
    if (signal?.aborted === true) return failure('aborted');
    return failure({ ...readProblem(error, path), parameter: field });
  }
}
