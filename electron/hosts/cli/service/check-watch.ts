import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { isWebAddress } from '#shared/agents/index.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { Access } from '../../../app/access.ts';
import { checkHotFolder, planHotFolder, prepareHotFolder } from '../../../app/hot-folders/check.ts';
import { armedInWindow } from '../../../app/hot-folders/watch.ts';
import { systemClock } from '../../../base/clock.ts';
import { ledgerFile } from '../../../adapters/ledger/files.ts';
import type { HotFolder } from '../../../adapters/ledger/hot-folders.ts';
import { chooseDataFolder, demoFolder } from '../../../adapters/settings/choices.ts';
import { resolveRecipe } from '../../../engine/intake/admit.ts';
import type { Context } from '../context.ts';
import { chooseRecipe } from '../recipe-options.ts';
import { settingsOf, type WatchOptions } from '../watch.ts';
import { checkFoldersAs } from './folders.ts';

/** The watch that a service is to run, and who is to run it. */
export interface ServiceOptions extends WatchOptions {
  readonly folder: string;
  readonly user?: string;
  readonly print?: true;
}

/** Checks what `watch` would refuse at its start in the data folder of the service. Problems: those of `watch`. */
export async function checkWatch(
  context: Context,
  options: ServiceOptions,
  access: Access,
): Promise<Outcome<unknown>> {
  const choice = await chooseRecipe(options, context.options);
  if (!choice.ok) return choice;
  const { recipe, baseFolder } = choice.value;
  const resolved = await resolveRecipe(recipe, baseFolder, context.interrupted);
  if (!resolved.ok) return resolved;
  const others = await foldersOfWindow(context);
  if (!others.ok) return others;
  const settings = settingsOf(resolve(options.folder), options);
  const isPrint = options.print === true;
  const { user: account } = options;
  if (account === undefined) {
    const check = isPrint ? checkHotFolder : prepareHotFolder;
    return check(access, settings, others.value);
  }
  const planned = await planHotFolder(access, settings, others.value);
  if (!planned.ok) return planned;
  const { path: watched, outFolder: out } = planned.value;
  const { mask, init } = resolved.value.recipe;
  const named = [mask, init.fashionModelImage, init.locationImage, options.recipe];
  const files = named
    .filter((name) => typeof name === 'string' && !isWebAddress(name))
    .map((file) => resolve(file ?? ''));
  const looking = { account, isPrint, env: context.env };
  return checkFoldersAs({ watched, out, files }, looking);
}

/** The hot folders of the window of whoever installs a service: the same photos would be bought twice. */
async function foldersOfWindow(context: Context): Promise<Outcome<readonly HotFolder[]>> {
  const home = usualHome(context);
  const folder = [home, demoFolder(home)].find((one) => existsSync(ledgerFile(one)));
  if (folder === undefined) return success([]);
  const { readLedger } = await import('../../../adapters/ledger/open.ts');
  const ledger = readLedger(folder, systemClock);
  if (!ledger.ok) return ledger;
  try {
    return success(armedInWindow(ledger.value));
  } finally {
    ledger.value.close();
  }
}

/** Where Darkslide works, whatever data folder is named for a service. */
export function usualHome({ env, start }: Context): string {
  return chooseDataFolder(undefined, env, start.access.policy?.dataFolder ?? undefined);
}
