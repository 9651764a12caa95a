import { resolve } from 'node:path';
import type { Command } from 'commander';
import { plainText } from '#shared/plain-text.ts';
import type { TakenSetting } from '#shared/views/settings.ts';
import { importSettingsCommand } from '../../../app/command-line/import-settings.ts';
import type { ImportedSettings } from '../../../app/settings/transfer.ts';
import type { Context } from '../context.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { operate } from '../operate.ts';
import type { Perform } from '../perform.ts';
import { refuse } from '../refuse.ts';
import { giveText, textIn } from '../text-file.ts';

const HELP = `
The file holds your settings, the service address and the saved recipes, but never a key or a password. Import
lists each setting that it changed or skipped. It never changes the service, the network, notifications,
updates or how long Darkslide checks for a lost answer; only you can set those. An imported recipe never
replaces a saved one.

Examples:
  darkslide settings export studio.json
  darkslide settings import studio.json`;

export function addSettings(program: Command, perform: Perform): void {
  const group = program
    .command('settings')
    .description('export or import settings and saved recipes')
    .addHelpText('after', HELP);
  group
    .command('export')
    .description('write settings and recipes to a file, or print them')
    .argument('[file]', 'new file')
    .addHelpText('after', HELP)
    .action((file: string | undefined, _options: unknown, command: Command) =>
      perform(command, (context) => exportTo(context, file)),
    );
  group
    .command('import')
    .description('import settings and recipes from a file')
    .argument('<file>', 'settings file')
    .addHelpText('after', HELP)
    .action((file: string, _options: unknown, command: Command) =>
      perform(command, (context) => importFrom(context, resolve(file))),
    );
}

async function exportTo(context: Context, file: string | undefined): Promise<ExitStatus> {
  const { exportSettings } = await import('../../../app/command-line/export-settings.ts');
  const text = exportSettings(context);
  if (!text.ok) return refuse(context, text.problem);
  return giveText(context, file, text.value, (path) => `Settings exported to ${path}.`);
}

async function importFrom(context: Context, file: string): Promise<ExitStatus> {
  const text = await textIn(file);
  if (!text.ok) return refuse(context, text.problem);
  const imported = await operate(context, {
    channel: 'import-settings',
    useCase: importSettingsCommand,
    input: { text: text.value },
  });
  return imported.ok ? tell(context, imported.value) : refuse(context, imported.problem);
}

function tell({ out }: Context, imported: ImportedSettings): ExitStatus {
  const { taken, added, left } = imported;
  const lines = [
    `Settings imported: ${taken.length}. Recipes added: ${added.length}. Skipped: ${left.length}.`,
    ...taken.map(({ label, value }) => `  imported ${label}: ${inWords(value)}`),
    ...added.map((name) => `  added recipe ${name}`),
    ...left.map(
      ({ kind, label, problem }) =>
        `  skipped ${kind === 'preference' ? '' : `${kind} `}${label}, ${problem.code}: ${problem.message}`,
    ),
  ];
  out.result({ ...imported }, lines.map(plainText).join('\n'));
  return left.length === 0 ? exitStatus.done : exitStatus.unfinished;
}

function inWords(value: TakenSetting['value']): string {
  if (value === null || value === '') return 'none';
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value);
}
