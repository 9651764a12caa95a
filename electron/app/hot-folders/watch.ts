import type { Money } from '#shared/money.ts';
import { costOf } from '#shared/prices.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { HotFolderSettings } from '#shared/views/folders.ts';
import { systemClock } from '../../base/clock.ts';
import type { ResolvedRecipe } from '../../engine/intake/admit.ts';
import { dryRun, type DryRun } from '../../engine/intake/dry-run.ts';
import type { HotFolder } from '../../adapters/ledger/hot-folders.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { Studio } from '../../studio.ts';
import {
  checkHotFolder,
  prepareHotFolder,
  type PreparedHotFolder,
} from '../../engine/intake/check-folder.ts';
import { runsAlready } from './write.ts';

/**
 * Prepares settings for `studio.watch`, for a hot folder that does not belong to the window. If the folder was watched
 * before with the same recipe, watching resumes. Problems: folder-in-folder, those of `prepareHotFolder`.
 */
export async function prepareWatch(
  { ledger, access }: Pick<Studio, 'ledger' | 'access'>,
  settings: HotFolderSettings,
  recipe: ResolvedRecipe,
): Promise<Outcome<PreparedHotFolder>> {
  const free = checkFree(ledger, settings, recipe);
  return free.ok ? prepareHotFolder(access, settings, armedInWindow(ledger)) : free;
}

/**
 * Returns what watching a folder with these settings would do and buy, without doing it; after an abort,
 * returns the result so far.
 */
export async function foreseeWatch(
  { ledger, access }: Pick<Studio, 'ledger' | 'access'>,
  settings: HotFolderSettings,
  recipe: ResolvedRecipe,
  signal: AbortSignal,
): Promise<Outcome<DryRun & { readonly cost: Money | null }>> {
  const free = checkFree(ledger, settings, recipe);
  if (!free.ok) return free;
  const checked = await checkHotFolder(access, settings, armedInWindow(ledger));
  if (!checked.ok) return checked;
  const id = ledger.hotFolders.find(checked.value.path, recipe.recipe) ?? 0;
  const folder = { ...checked.value, id };
  const run = await dryRun({ ledger, clock: systemClock }, folder, recipe, signal);
  const cost = costOf(ledger.spending.prices(), recipe.recipe, run.images);
  return success({ ...run, cost });
}

/** Returns the hot folders that the window watches whenever it is open. */
export function armedInWindow({ hotFolders }: Pick<Ledger, 'hotFolders'>): HotFolder[] {
  return hotFolders.saved().filter(({ armed }) => armed);
}

/**
 * Checks that the window does not watch this folder with this recipe, because a command must not change the settings of
 * the window's hot folders.
 */
function checkFree(
  ledger: Ledger,
  { path }: HotFolderSettings,
  { recipe }: ResolvedRecipe,
): Outcome<void> {
  const known = ledger.hotFolders.find(path, recipe);
  const isTaken = armedInWindow(ledger).some(({ id }) => id === known);
  return isTaken ? runsAlready(path, recipe.name) : success();
}
