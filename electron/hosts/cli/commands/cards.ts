import { resolve } from 'node:path';
import type { Command } from 'commander';
import { exportCardsCommand, importCardsCommand } from '../../../app/command-line/cards.ts';
import type { Context } from '../context.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { operate } from '../operate.ts';
import { addNotes } from '../help.ts';
import type { Perform } from '../perform.ts';
import type { HelpTexts } from '../speech.ts';
import { refuse } from '../refuse.ts';
import { giveText, textIn } from '../text-file.ts';

const examples = ['darkslide cards export cards.json', 'darkslide cards import cards.json --json'];

export function addCards(program: Command, perform: Perform, t: HelpTexts): void {
  const group = program.command('cards').description(t('cards'));
  group
    .command('export')
    .description(t('cards.export'))
    .argument('[file]', t('option.newFile'))
    .action((file: string | undefined, _options: unknown, command: Command) =>
      perform(command, (context) => exportTo(context, file)),
    );
  group
    .command('import')
    .description(t('cards.import'))
    .argument('<file>', t('cards.file'))
    .action((file: string, _options: unknown, command: Command) =>
      perform(command, (context) => importFrom(context, file)),
    );
  for (const one of [group, ...group.commands])
    addNotes(one, t, { notes: t('cards.notes'), examples });
}

async function exportTo(context: Context, file: string | undefined): Promise<ExitStatus> {
  const exported = await operate(context, {
    channel: 'export-cards',
    useCase: exportCardsCommand,
    input: {},
  });
  if (!exported.ok) return refuse(context, exported.problem);
  return giveText(context, file, exported.value.text, (path) =>
    context.t('cards.exported', { path }),
  );
}

async function importFrom(context: Context, file: string): Promise<ExitStatus> {
  const text = await textIn(resolve(file));
  if (!text.ok) return refuse(context, text.problem);
  const imported = await operate(context, {
    channel: 'import-cards',
    useCase: importCardsCommand,
    input: { text: text.value },
  });
  if (!imported.ok) return refuse(context, imported.problem);
  const { changed, same, unknown } = imported.value;
  const said =
    unknown.length === 0
      ? context.t('cards.imported', { changed, same })
      : context.t('cards.importedSome', { changed, same, ids: unknown.join(', ') });
  context.out.result({ changed, same, unknown }, said);
  return unknown.length === 0 ? exitStatus.done : exitStatus.unfinished;
}
