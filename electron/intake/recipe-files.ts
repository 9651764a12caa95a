import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { isWebAddress } from '#shared/agents/index.ts';
import { failure, success, type Outcome } from '#shared/problem.ts';
import { recipeIdentity, type Recipe } from '#shared/recipe.ts';
import { sha256File } from '../base/files.ts';
import { readProblem } from './look.ts';

/** A recipe whose files are known, so that two photos with it can be told to be the same purchase. */
export interface ResolvedRecipe {
  /** Its file paths are absolute. */
  readonly recipe: Recipe;
  /** SHA-256 of `recipeIdentity` with the content of the files in place of their paths. */
  readonly identity: string;
}

interface Resolved {
  readonly path: string;
  /** Stands for the content, whatever the file is called. */
  readonly content: string;
}

/**
 * Makes the file paths of a recipe (mask, model image, location image) absolute, from `baseFolder`,
 * and reads them for its identity. Addresses stay as they are. Problems: file-missing,
 * file-unreadable, each with the field; aborted.
 */
export async function resolveRecipe(
  recipe: Recipe,
  baseFolder: string,
  signal?: AbortSignal,
): Promise<Outcome<ResolvedRecipe>> {
  const { fashionModelImage, locationImage } = recipe.init;
  const mask = await resolveImage(recipe.mask ?? undefined, 'mask', baseFolder, signal);
  if (!mask.ok) return mask;
  const model = await resolveImage(fashionModelImage, 'fashionModelImage', baseFolder, signal);
  if (!model.ok) return model;
  const location = await resolveImage(locationImage, 'locationImage', baseFolder, signal);
  if (!location.ok) return location;

  const withImages = (which: keyof Resolved): Recipe => ({
    ...recipe,
    mask: mask.value?.[which] ?? null,
    init: {
      ...recipe.init,
      ...(model.value && { fashionModelImage: model.value[which] }),
      ...(location.value && { locationImage: location.value[which] }),
    },
  });
  const identity = recipeIdentity(withImages('content'));
  return success({
    recipe: withImages('path'),
    identity: createHash('sha256').update(identity).digest('hex'),
  });
}

async function resolveImage(
  reference: string | undefined,
  field: string,
  baseFolder: string,
  signal: AbortSignal | undefined,
): Promise<Outcome<Resolved | null>> {
  if (reference === undefined) return success(null);
  if (isWebAddress(reference)) return success({ path: reference, content: reference });
  const path = resolve(baseFolder, reference);
  try {
    return success({ path, content: `sha256:${await sha256File(path, signal)}` });
  } catch (error) {
    if (signal?.aborted === true) return failure('aborted', 'It was stopped.');
    return { ok: false, problem: { ...readProblem(error, path), parameter: field } };
  }
}
