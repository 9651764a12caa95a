import * as v from 'valibot';
import { isWebAddress } from '#shared/agents/index.ts';
import { cutCharacters } from '#shared/characters.ts';
import { failure } from '#shared/failure.ts';
import { isObject, type JsonObject } from '#shared/json.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { parseRecipe, type Recipe } from '#shared/recipe.ts';
import {
  localPlace,
  sharedPlace,
  sharedPlaceSchema,
  type Roots,
} from '../../../adapters/shared-studio/roots.ts';

/** Parameters whose values are not the names of files. */
const NO_FILES: ReadonlySet<string> = new Set(['taskName']);

/**
 * Returns a recipe in the form that all stations can read, with files named by shared root and path; null if a file
 * is outside the shared roots.
 */
export function toSharedRecipe(recipe: Recipe, roots: Roots): JsonObject | null {
  const init: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(recipe.init)) {
    init[name] = NO_FILES.has(name) ? value : placeOf(value, roots);
  }
  const mask = recipe.mask === null ? null : placeOf(recipe.mask, roots);
  const isUsable = mask !== undefined && !Object.values(init).includes(undefined);
  return isUsable ? { ...recipe, init, mask } : null;
}

/**
 * Reads a recipe of another station. Problems: those of `parseRecipe`; shared-document.unreadable, if it names a file by
 * a path; shared-root-missing, if a file is below a root that this station does not have.
 */
export function fromSharedRecipe(given: unknown, roots: Roots): Outcome<Recipe> {
  if (!isObject(given)) return parseRecipe(given);
  const { init: givenInit = {} } = given;
  if (!isObject(givenInit)) return failure('shared-document.unreadable');
  const name = typeof given['name'] === 'string' ? given['name'] : '';
  const init: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(givenInit)) {
    const file = NO_FILES.has(name) ? success(value) : fileOf(value, name, roots);
    if (!file.ok) return file;
    init[name] = file.value;
  }
  const mask = fileOf(given['mask'] ?? null, name, roots);
  return mask.ok ? parseRecipe({ ...given, init, mask: mask.value }) : mask;
}

function placeOf(image: string, roots: Roots): unknown {
  return isWebAddress(image) ? image : (sharedPlace(roots, image) ?? undefined);
}

/** Returns the path on this station. A plain path would name any file of this station, so it is refused. */
function fileOf(value: unknown, name: string, roots: Roots): Outcome<unknown> {
  if (value === null || (typeof value === 'string' && isWebAddress(value))) return success(value);
  const place = v.safeParse(sharedPlaceSchema, value);
  if (!place.success) return failure('shared-document.unreadable');
  const file = localPlace(roots, place.output);
  const { root } = place.output;
  if (file !== null) return success(file);
  return failure('shared-root-missing', { name: cutCharacters(name, 100), root }, { about: root });
}
