import { resolve } from 'node:path';
import type { Command } from 'commander';
import { plainText } from '#shared/plain-text.ts';
import type { TakenSetting } from '#shared/views/settings.ts';
import { importSettingsCommand } from '../../../app/command-line/import-settings.ts';
import type { ImportedSettings } from '../../../app/settings/transfer.ts';
import type { Context } from '../context.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { operate } from '../operate.ts';
import { addNotes } from '../help.ts';
import type { Perform } from '../perform.ts';
import type { HelpTexts } from '../speech.ts';
import { refuse } from '../refuse.ts';
import { giveText, textIn } from '../text-file.ts';

const examples = ['darkslide settings export studio.json', 'darkslide settings import studio.json'];

export function addSettings(program: Command, perform: Perform, t: HelpTexts): void {
  const group = program.command('settings').description(t('settings'));
  group
    .command('export')
    .description(t('settings.export'))
    .argument('[file]', t('option.newFile'))
    .action((file: string | undefined, _options: unknown, command: Command) =>
      perform(command, (context) => exportTo(context, file)),
    );
  group
    .command('import')
    .description(t('settings.import'))
    .argument('<file>', t('settings.file'))
    .action((file: string, _options: unknown, command: Command) =>
      perform(command, (context) => importFrom(context, resolve(file))),
    );
  for (const one of [group, ...group.commands])
    addNotes(one, t, { notes: t('settings.notes'), examples });
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
