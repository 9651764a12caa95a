import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { plainText } from '#shared/plain-text.ts';
import { success, type Problem } from '#shared/problem.ts';
import type { TakenSetting } from '#shared/views/settings.ts';
import { systemClock } from '../../../base/clock.ts';
import { ledgerFile } from '../../../adapters/ledger/files.ts';
import type { SavedRecipeRepository } from '../../../adapters/ledger/saved-recipes.ts';
import {
  openPreferences,
  readChosen,
  usualPreferences,
} from '../../../adapters/settings/preferences.ts';
import { homeOf, ledgerFolderOf, type Context } from '../context.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import type { Perform } from '../perform.ts';
import { refuse } from '../refuse.ts';
import { giveText, textIn } from '../text-file.ts';

const HELP = `
The file holds what was chosen in the settings, the address of the service and the saved recipes; never a key
or a password. An import lists each setting it changed and each one it left out. It never changes the service,
the network, notifications, updates or how long a lost answer is looked for: those only you set. A recipe never
replaces another.

Examples:
  darkslide settings export studio.json
  darkslide settings import studio.json`;

export function addSettings(program: Command, perform: Perform): void {
  const group = program
    .command('settings')
    .description('the settings and saved recipes as a file: export, import')
    .addHelpText('after', HELP);
  group
    .command('export')
    .description('write them into a file, or print them')
    .argument('[file]', 'a file that is not there yet')
    .addHelpText('after', HELP)
    .action((file: string | undefined, _options: unknown, command: Command) =>
      perform(command, (context) => exportTo(context, file)),
    );
  group
    .command('import')
    .description('take them over from a file')
    .argument('<file>', 'a file of settings')
    .addHelpText('after', HELP)
    .action((file: string, _options: unknown, command: Command) =>
      perform(command, (context) => importFrom(context, resolve(file))),
    );
}

const warnOn =
  ({ out }: Context) =>
  ({ code, message }: Problem) =>
    out.warn(`${code}: ${message}`);

async function exportTo(context: Context, file: string | undefined): Promise<ExitStatus> {
  const { readLedger } = await import('../../../adapters/ledger/open.ts');
  const { exportSettings } = await import('../../../app/handlers/settings-file.ts');
  const folder = ledgerFolderOf(context);
  const ledger = existsSync(ledgerFile(folder)) ? readLedger(folder, systemClock) : null;
  if (ledger?.ok === false) return refuse(context, ledger.problem);
  const recipes = ledger?.value.savedRecipes.all().map(({ recipe }) => recipe) ?? [];
  ledger?.value.close();
  const { chosen, serviceUrl } = readChosen(homeOf(context), warnOn(context));
  const text = exportSettings(
    chosen,
    context.start.access.policy?.serviceUrl ?? serviceUrl,
    recipes,
  );
  return giveText(context, file, text, (path) => `The settings are in ${path}.`);
}

async function importFrom(context: Context, file: string): Promise<ExitStatus> {
  const text = await textIn(file);
  if (!text.ok) return refuse(context, text.problem);
  const [home, folder] = [homeOf(context), ledgerFolderOf(context)];
  const { holdFolder, openLedger } = await import('../../../adapters/ledger/open.ts');
  // a window holds it, whichever ledger it works with
  const held = folder === home ? null : holdFolder(home);
  if (held?.ok === false) return refuse(context, held.problem);
  const opened = openLedger(folder, systemClock);
  try {
    if (!opened.ok) return refuse(context, opened.problem);
    return await take(context, text.value, opened.value.savedRecipes);
  } finally {
    if (opened.ok) opened.value.close();
    held?.value.release();
  }
}

async function take(
  context: Context,
  text: string,
  recipes: SavedRecipeRepository,
): Promise<ExitStatus> {
  const { out, start } = context;
  const { planImport } = await import('../../../app/handlers/settings-file.ts');
  const { openConf } = await import('../../../adapters/settings/conf.ts');
  const { access, dataFolder } = start;
  const preferences = openPreferences(
    dataFolder,
    usualPreferences,
    warnOn(context),
    openConf,
    access.policy,
  );
  const serviceUrl = preferences.serviceUrl();
  // whoever types a command may name any file
  const reach = () => Promise.resolve(success(undefined));
  const plan = await planImport(text, { preferences, access, reach, serviceUrl, recipes });
  if (!plan.ok) return refuse(context, plan.problem);
  const { taken, left } = plan.value;
  const allowed = await access.settings(plan.value.preferences, preferences.read());
  const changed = allowed.ok ? preferences.change(allowed.value) : allowed;
  if (!changed.ok) return refuse(context, changed.problem);
  for (const recipe of plan.value.recipes) recipes.add(recipe);
  const added = plan.value.recipes.map(({ name }) => name);
  const lines = [
    `Settings imported: ${taken.length}. Recipes added: ${added.length}. Left out: ${left.length}.`,
    ...taken.map(({ label, value }) => `  imported ${label}: ${inWords(value)}`),
    ...added.map((name) => `  added recipe ${name}`),
    ...left.map(
      ({ kind, label, problem }) =>
        `  left out ${kind === 'preference' ? '' : `${kind} `}${label}, ${problem.code}: ${problem.message}`,
    ),
  ];
  out.result(
    { preferences: taken.length, recipes: added.length, taken, added, left },
    lines.map(plainText).join('\n'),
  );
  return left.length === 0 ? exitStatus.done : exitStatus.unfinished;
}

function inWords(value: TakenSetting['value']): string {
  if (value === null || value === '') return 'none';
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value);
}
