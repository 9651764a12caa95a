import { existsSync } from 'node:fs';
import { isWebAddress } from '#shared/agents/index.ts';
import type { CommandInput } from '#shared/contract/command-line-channels.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { ledgerFile } from '../../adapters/ledger/files.ts';
import type { HotFolder } from '../../adapters/ledger/hot-folders.ts';
import { chooseDataFolder, demoFolder } from '../../adapters/settings/choices.ts';
import { systemClock } from '../../base/clock.ts';
import type { Access } from '../access.ts';
import {
  checkHotFolder,
  planHotFolder,
  prepareHotFolder,
} from '../../engine/intake/check-folder.ts';
import { armedInWindow } from '../hot-folders/watch.ts';
import { readRecipe } from './recipe.ts';
import type { CommandSetup } from './setup.ts';

/** The hot folder that a system service will watch. */
interface WatchPlan extends Pick<CommandInput<'watch'>, 'settings' | 'recipe'> {
  /** The checks of the policy for the service's own data folder. */
  readonly access: Access;
  /**
   * How much to check: `plan` reads no folder, because another account will use the folders; `check` creates no folder;
   * `prepare` creates missing folders.
   */
  readonly looks: 'plan' | 'check' | 'prepare';
}

/** The paths that the watch uses, all absolute. */
export interface WatchedFiles {
  readonly watched: string;
  readonly out: string;
  /** The files that the watch's recipe names. */
  readonly files: readonly string[];
}

/**
 * `service install`: checks everything that would make `watch` refuse to start in the data folder of the
 * service. Problems: those of `readRecipe` and of checking a hot folder.
 */
export async function checkWatch(
  setup: CommandSetup,
  { settings, recipe: given, access, looks }: WatchPlan,
): Promise<Outcome<WatchedFiles>> {
  const recipe = await readRecipe(given, setup.interrupted);
  if (!recipe.ok) return recipe;
  const others = await foldersOfWindow(setup);
  if (!others.ok) return others;
  const look = { plan: planHotFolder, check: checkHotFolder, prepare: prepareHotFolder }[looks];
  const checked = await look(access, settings, others.value);
  if (!checked.ok) return checked;
  const { path: watched, outFolder: out } = checked.value;
  const { mask, init } = recipe.value.recipe;
  const files = [mask, init.fashionModelImage, init.locationImage].filter(
    (name) => typeof name === 'string' && !isWebAddress(name),
  ) as string[];
  return success({ watched, out, files });
}

/**
 * Returns the hot folders that the installing user watches in the window. The system service must not watch the same
 * folders, because it would buy the same photos a second time.
 */
async function foldersOfWindow(setup: CommandSetup): Promise<Outcome<readonly HotFolder[]>> {
  const home = usualDataFolder(setup);
  const folder = [home, demoFolder(home)].find((one) => existsSync(ledgerFile(one)));
  if (folder === undefined) return success([]);
  const { readLedger } = await import('../../adapters/ledger/open.ts');
  const ledger = readLedger(folder, systemClock);
  if (!ledger.ok) return ledger;
  try {
    return success(armedInWindow(ledger.value));
  } finally {
    ledger.value.close();
  }
}

/** Returns the data folder that the user's own window uses, not the one that the system service will use. */
export function usualDataFolder({ env, start }: Pick<CommandSetup, 'env' | 'start'>): string {
  return chooseDataFolder(undefined, env, start.access.policy?.dataFolder ?? undefined);
}
