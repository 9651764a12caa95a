import { basename, relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { problemOf } from '#shared/failure.ts';
import type { Problem } from '#shared/problem.ts';
import { plainText } from '#shared/plain-text.ts';
import type { FinishLine } from '../../../app/finish/finish-photo.ts';
import type { Context } from '../context.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { addNotes } from '../help.ts';
import type { Perform } from '../perform.ts';
import { refuse, refuseAll } from '../refuse.ts';
import type { HelpTexts } from '../speech.ts';
import { table } from '../table.ts';
import { giveText, textIn } from '../text-file.ts';

interface FinishOptions {
  readonly preset?: string;
  readonly out?: string;
}

const presetFlag = '--preset <names>';
const outFlag = '--out <folder>';

const examples = [
  'darkslide finish results/*.png --preset amazon-main,web-transparent --out shop',
  'darkslide finish export amazon-main my-shop.json',
  'darkslide finish import my-shop.json',
];

export function addFinish(program: Command, perform: Perform, t: HelpTexts): void {
  const group = program
    .command('finish')
    .description(t('finish'))
    .argument('<files...>', t('finish.files'))
    // Not declared as mandatory, because the parser would then require the option for subcommands as well.
    .option(presetFlag, t('finish.preset'))
    .option(outFlag, t('option.out'))
    .action((files: string[], options: FinishOptions, command: Command) =>
      perform(command, (context) => finish(context, files, options)),
    );
  group
    .command('presets')
    .description(t('finish.presets'))
    .action((_options: unknown, command: Command) => perform(command, list));
  group
    .command('export')
    .description(t('finish.export'))
    .argument('<name>', t('finish.name'))
    .argument('[file]', t('option.newFile'))
    .action((name: string, file: string | undefined, _options: unknown, command: Command) =>
      perform(command, (context) => exportTo(context, name, file)),
    );
  group
    .command('import')
    .description(t('finish.import'))
    .argument('<file>', t('finish.file'))
    .action((file: string, _options: unknown, command: Command) =>
      perform(command, (context) => importFrom(context, resolve(file))),
    );
  group
    .command('remove')
    .description(t('finish.remove'))
    .argument('<name>', t('finish.name'))
    .action((name: string, _options: unknown, command: Command) =>
      perform(command, (context) => remove(context, name)),
    );
  for (const one of [group, ...group.commands])
    addNotes(one, t, { notes: t('finish.notes'), examples });
}

async function finish(
  context: Context,
  files: readonly string[],
  { preset, out: folder }: FinishOptions,
): Promise<ExitStatus> {
  if (preset === undefined || folder === undefined) {
    const name = preset === undefined ? presetFlag : outFlag;
    const sentence = context.t('usage.missingOption', { name });
    return refuse(context, problemOf('usage.command-line', { sentence }));
  }
  const { finishCommand } = await import('../../../app/command-line/finish.ts');
  const out = resolve(folder);
  const presets = preset.split(',').map((name) => name.trim());
  const photos = files.map((file) => resolve(file));
  const told = new Set<string>();
  const ended = await finishCommand(context, { photos, presets, out }, (line) =>
    tell(context, line, out, told),
  );
  if (!ended.ok) return refuse(context, ended.problem);
  const { written, failed } = ended.value;
  context.out.say(context.t('finish.summary', { written, failed, folder: out }));
  return failed === 0 ? exitStatus.done : exitStatus.unfinished;
}

function tell(
  context: Context,
  { photo, preset, finished, notes }: FinishLine,
  out: string,
  told: Set<string>,
): void {
  // Prints each problem once per photo, because several files of a photo may have the same problem.
  const isNew = ({ message }: Problem): boolean => {
    const key = `${photo}\n${message}`;
    return !told.has(key) && told.add(key).has(key);
  };
  if (!finished.ok) {
    if (isNew(finished.problem)) context.out.problem(finished.problem);
    return;
  }
  if (context.options.json !== true) {
    for (const note of notes) if (isNew(note)) context.notice(note);
  }
  const { file, width, height, bytes } = finished.value;
  const text = context.t('finish.done', {
    photo: basename(photo),
    file: relative(out, file),
    width,
    height,
    kilobytes: Math.ceil(bytes / 1000),
  });
  const codes = notes.map(({ code }) => code);
  context.out.result({ photo, preset, ...finished.value, notes: codes }, plainText(text));
}

async function list(context: Context): Promise<ExitStatus> {
  const { listPresets } = await import('../../../app/finish/list-presets.ts');
  const { t, out, start } = context;
  const { presets, problems } = await listPresets(start.dataFolder);
  if (context.options.json === true) {
    for (const { preset, shipped } of presets) {
      const { source = null, checked = null } = shipped ?? {};
      out.result({ isShipped: shipped !== null, source, checked, preset }, '');
    }
  } else {
    const rows = presets.map(({ preset, shipped }) => [
      preset.name,
      t('finish.title', { name: shipped?.title ?? 'other' }),
      preset.outputs.map(({ format, longSide }) => [longSide, format].join(' ').trim()).join(', '),
      shipped?.checked ?? '',
    ]);
    const head = (['name', 'title', 'files', 'checked'] as const).map((name) =>
      t(`finish.heading.${name}`),
    );
    out.say(table(head, rows));
  }
  for (const { problem } of problems) out.problem(problem);
  return problems.length === 0 ? exitStatus.done : exitStatus.unfinished;
}

async function exportTo(
  context: Context,
  name: string,
  file: string | undefined,
): Promise<ExitStatus> {
  const { exportPreset } = await import('../../../app/finish/export-preset.ts');
  const text = await exportPreset(context.start.dataFolder, name);
  if (!text.ok) return refuse(context, text.problem);
  return giveText(context, file, text.value, (path) => context.t('finish.exported', { path }));
}

async function importFrom(context: Context, file: string): Promise<ExitStatus> {
  const { importPreset } = await import('../../../app/finish/import-preset.ts');
  const text = await textIn(file);
  if (!text.ok) return refuse(context, text.problem);
  const added = await importPreset(context.start.dataFolder, text.value, basename(file));
  if (!added.ok) return refuseAll(context, added);
  const { name } = added.value;
  context.out.result({ preset: name }, context.t('finish.imported', { name }));
  return exitStatus.done;
}

async function remove(context: Context, name: string): Promise<ExitStatus> {
  const { removePresetCommand } = await import('../../../app/command-line/remove-preset.ts');
  const removed = await removePresetCommand(context, name);
  if (!removed.ok) return refuse(context, removed.problem);
  const recipes = removed.value;
  const names = new Intl.ListFormat(context.language).format(recipes);
  const text = context.t('finish.removed', { name, count: recipes.length, names });
  context.out.result({ removed: name, recipes }, plainText(text));
  return exitStatus.done;
}
