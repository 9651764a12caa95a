import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { JobFix } from '#shared/views/queue.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import { hasTicket, savedRecipeOf } from '../../engine/intake/new-recipes.ts';
import { resolveRecipe } from '../../engine/intake/recipe-files.ts';
import { runWith } from '../../engine/queue/change-recipe.ts';
import type { Studio } from '../../studio.ts';
import { checkFinish } from '../recipes/check-finish.ts';
import { checkTemplates } from '../recipes/check-templates.ts';
import { recipeCard } from '../recipes/list.ts';
import { readRecipe } from '../recipes/read.ts';
import { changeInBatches } from './in-batches.ts';

/** Returns the settings that a job can run again with. Problems: job-not-found, job-unreadable. */
export function jobFix(ledger: Ledger, id: number): Outcome<JobFix> {
  const loaded = ledger.jobs.load(id);
  if (!loaded.ok) return loaded;
  const { recipe, hotFolderId } = loaded.value;
  const saved = hasTicket(ledger, id) ? null : savedRecipeOf(ledger, hotFolderId);
  return success({ recipe, saved: saved === null ? null : recipeCard(ledger, saved) });
}

/**
 * Runs a job again with another recipe. The saved recipe and other jobs do not change. Problems: those of `readRecipe`,
 * `checkTemplates`, `checkFinish`, `resolveRecipe` and `runWith`; interrupted.
 */
export async function runChanged(
  studio: Studio,
  { id, recipe: given }: { readonly id: number; readonly recipe?: unknown },
  signal: AbortSignal,
): Promise<Outcome<null>> {
  const recipe = readRecipe(given);
  if (!recipe.ok) return recipe;
  const usable = await checkTemplates(studio, recipe.value);
  if (!usable.ok) return usable;
  const presets = await checkFinish(studio, recipe.value);
  if (!presets.ok) return presets;
  // paths in a recipe from the user interface are absolute
  const resolved = await resolveRecipe(recipe.value, '/', signal);
  if (!resolved.ok) return resolved;
  const change = runWith(new Map([[id, resolved]]), 'changes', [id]);
  const request = { ids: [id], jobIds: [id], change, onDone: () => {} };
  const changed = await changeInBatches(studio, request, signal);
  if (!changed.ok) return changed;
  const [refusal] = changed.value.problems;
  return refusal === undefined ? success(null) : failure(refusal);
}
