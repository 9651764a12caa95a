import { resolve } from 'node:path';
import type { Command } from 'commander';
import { plainText } from '#shared/plain-text.ts';
import type { LeftOut, TakenSetting } from '#shared/views/settings.ts';
import { importSettingsCommand } from '../../../app/command-line/import-settings.ts';
import type { ImportedSettings } from '../../../app/settings/transfer.ts';
import type { Context } from '../context.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { operate } from '../operate.ts';
import { addNotes } from '../help.ts';
import type { Perform } from '../perform.ts';
import { namesIn, type HelpTexts, type Speech, type Texts } from '../speech.ts';
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
  return giveText(context, file, text.value, (path) => context.t('settings.exported', { path }));
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

async function tell(
  { out, t, told, language }: Context,
  imported: ImportedSettings,
): Promise<ExitStatus> {
  const { taken, added, left } = imported;
  const known = await namesIn(language, 'settings');
  const name = (one: { readonly name: string; readonly label: string }) =>
    known(`settingName.${one.name}`, one.label);
  const lines = [
    t('settings.imported', { settings: taken.length, recipes: added.length, left: left.length }),
    ...taken.map(
      (one) => `  ${t('settings.taken', { label: name(one), value: valueText(t, one.value) })}`,
    ),
    ...added.map((recipe) => `  ${t('settings.recipe', { name: recipe })}`),
    ...left.map((one) => {
      const label = one.kind === 'preference' ? name(one) : one.label;
      return `  ${leftText(t, told, { ...one, label })}`;
    }),
  ];
  out.result({ ...imported }, lines.map(plainText).join('\n'));
  return left.length === 0 ? exitStatus.done : exitStatus.unfinished;
}

function leftText(t: Texts, told: Speech['told'], { kind, label, problem }: LeftOut): string {
  const values = { label, code: problem.code, message: told(problem) };
  switch (kind) {
    case 'preference':
      return t('settings.left', values);
    case 'recipe':
      return t('settings.leftRecipe', values);
    case 'service':
      return t('settings.leftService', values);
  }
}

function valueText(t: Texts, value: TakenSetting['value']): string {
  if (value === null || value === '') return t('value.none');
  if (typeof value !== 'boolean') return String(value);
  return value ? t('value.on') : t('value.off');
}
