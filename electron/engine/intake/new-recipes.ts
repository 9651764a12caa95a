import { setImmediate } from 'node:timers/promises';
import { exportRecipe, usualPad, type Recipe } from '#shared/recipe.ts';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { Job } from '../../adapters/ledger/jobs.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import { resolveRecipe, type ResolvedRecipe } from './recipe-files.ts';

/** For each job, its new recipe, or the problem that prevents a new recipe. */
export type NewRecipes = ReadonlyMap<number, Outcome<ResolvedRecipe>>;

/**
 * Resolves the recipes for jobs whose photos are too long: each job's own recipe with padding, in
 * the default colour. The saved recipe does not change. Problems of a job: job-not-found,
 * job-unreadable, padding-not-needed, inputs-changed, aborted, and those of `resolveRecipe`.
 */
export function paddedRecipes(
  ledger: Ledger,
  ids: readonly number[],
  signal?: AbortSignal,
): Promise<NewRecipes> {
  return newRecipes(ledger, ids, async (job) => {
    if (job.problem?.code !== 'photo-too-long') {
      return failure('padding-not-needed', { name: job.name }, { about: job.name });
    }
    const same = await checkInputs(ledger, job, signal);
    if (!same.ok) return same;
    const { recipe } = job;
    return resolve({ ...recipe, prepare: { ...recipe.prepare, pad: usualPad } }, signal);
  });
}

/**
 * Resolves the recipes with which jobs of hot folders can run again: the saved recipe in its
 * current version. Problems of a job: job-not-found, job-unreadable, recipe-not-saved, job-has-ticket,
 * aborted, and those of `resolveRecipe`.
 */
export function changedRecipes(
  ledger: Ledger,
  ids: readonly number[],
  signal?: AbortSignal,
): Promise<NewRecipes> {
  const resolved = new Map<string, Promise<Outcome<ResolvedRecipe>>>();
  return newRecipes(ledger, ids, async (job) => {
    const saved = savedRecipeOf(ledger, job.hotFolderId);
    if (saved === null) {
      return failure('recipe-not-saved', { name: job.name }, { about: job.name });
    }
    if (hasTicket(ledger, job.id)) {
      return failure('job-has-ticket', { name: job.name }, { about: job.name });
    }
    // many jobs of a folder share one recipe, whose mask is read once
    const text = exportRecipe(saved.recipe);
    const known = resolved.get(text) ?? resolve(saved.recipe, signal);
    resolved.set(text, known);
    return known;
  });
}

/** Returns whether a job has settings of its own, from a ticket next to its photo. */
export function hasTicket({ sightings }: Ledger, jobId: number): boolean {
  return sightings.ofJob(jobId).some(({ ticket }) => ticket !== null);
}

/**
 * Returns the saved recipe that a hot folder runs; null if there is none, and for jobs without a
 * hot folder.
 */
export function savedRecipeOf({ hotFolders, savedRecipes }: Ledger, hotFolderId: number | null) {
  const folder = hotFolderId === null ? undefined : hotFolders.get(hotFolderId);
  const id = folder?.savedRecipeId ?? null;
  return id === null ? null : (savedRecipes.get(id) ?? null);
}

/**
 * Checks that the mask and the other files of a job's recipe are unchanged since the job was admitted. Problems:
 * inputs-changed, and those of `resolveRecipe`.
 */
export async function checkInputs(
  ledger: Ledger,
  { id, name, source, photoSha256, recipe }: Job,
  signal?: AbortSignal,
): Promise<Outcome<void>> {
  const resolved = await resolve(recipe, signal);
  if (!resolved.ok) return resolved;
  const photo = photoSha256 ?? `url:${source}`;
  if (ledger.jobs.find(photo, resolved.value.identity) === id) return success();
  return failure('inputs-changed', { name }, { about: name });
}

/** Number of jobs whose recipes are read in one batch. */
const BATCH = 100;

async function newRecipes(
  ledger: Ledger,
  ids: readonly number[],
  recipeOf: (job: Job) => Promise<Outcome<ResolvedRecipe>>,
): Promise<NewRecipes> {
  const recipes = new Map<number, Outcome<ResolvedRecipe>>();
  for (const [at, id] of ids.entries()) {
    // lets the event loop answer the screens between two batches
    if (at % BATCH === BATCH - 1) await setImmediate();
    const loaded = ledger.jobs.load(id);
    recipes.set(id, loaded.ok ? await recipeOf(loaded.value) : loaded);
  }
  return recipes;
}

/** Resolves the recipe of a job or a saved recipe; both name their files by absolute paths. */
function resolve(recipe: Recipe, signal: AbortSignal | undefined) {
  return resolveRecipe(recipe, '/', signal);
}
