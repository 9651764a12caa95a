import { resolve } from 'node:path';
import type { Outcome } from '#shared/problem.ts';
import type { Access } from '../../../app/access.ts';
import { checkWatch } from '../../../app/command-line/check-watch.ts';
import type { Context } from '../context.ts';
import { chooseRecipe } from '../recipe-options.ts';
import { settingsOf, type WatchOptions } from '../watch.ts';
import { checkFoldersAs } from './folders.ts';

/** The options of a service: those of its watch, and its account. */
export interface ServiceOptions extends WatchOptions {
  readonly folder: string;
  readonly user?: string;
  readonly print?: true;
}

/**
 * Checks everything that would make `watch` refuse to start in the service's data folder. Problems: those of `watch`.
 */
export async function checkServiceWatch(
  context: Context,
  options: ServiceOptions,
  access: Access,
): Promise<Outcome<unknown>> {
  const choice = await chooseRecipe(options, context.options);
  if (!choice.ok) return choice;
  const settings = settingsOf(context, resolve(options.folder), options);
  if (!settings.ok) return settings;
  const { user: account, recipe: file } = options;
  const isPrint = options.print === true;
  const checked = await checkWatch(context, {
    settings: settings.value,
    recipe: choice.value,
    access,
    looks: account !== undefined ? 'plan' : isPrint ? 'check' : 'prepare',
  });
  if (!checked.ok || account === undefined) return checked;
  const files = [...checked.value.files, ...(file === undefined ? [] : [file])];
  const folders = { ...checked.value, files: files.map((one) => resolve(one)) };
  return checkFoldersAs(folders, { account, isPrint, env: context.env });
}
