import { resolve } from 'node:path';
import type { Command } from 'commander';
import { exportCardsCommand, importCardsCommand } from '../../../app/command-line/cards.ts';
import type { Context } from '../context.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { operate } from '../operate.ts';
import type { Perform } from '../perform.ts';
import { refuse } from '../refuse.ts';
import { giveText, textIn } from '../text-file.ts';

const HELP = `
A card holds your notes on a custom model or scene: name, notes, tags, release, expiry date, clients and
folders. The file uses the IDs of the service. Release files are in "releases" in the data folder and are not
part of the file. The service is not contacted; --service selects the account.

Examples:
  darkslide cards export cards.json
  darkslide cards import cards.json --json`;

export function addCards(program: Command, perform: Perform): void {
  const group = program
    .command('cards')
    .description('export or import the cards of custom models and scenes')
    .addHelpText('after', HELP);
  group
    .command('export')
    .description('write all cards to a file, or print them')
    .argument('[file]', 'new file')
    .addHelpText('after', HELP)
    .action((file: string | undefined, _options: unknown, command: Command) =>
      perform(command, (context) => exportTo(context, file)),
    );
  group
    .command('import')
    .description('replace the existing cards with those in a file, all of them or none')
    .argument('<file>', 'file of cards')
    .addHelpText('after', HELP)
    .action((file: string, _options: unknown, command: Command) =>
      perform(command, (context) => importFrom(context, file)),
    );
}

async function exportTo(context: Context, file: string | undefined): Promise<ExitStatus> {
  const exported = await operate(context, {
    channel: 'export-cards',
    useCase: exportCardsCommand,
    input: {},
  });
  if (!exported.ok) return refuse(context, exported.problem);
  return giveText(context, file, exported.value.text, (path) => `Cards exported to ${path}.`);
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
  const left = unknown.length === 0 ? '' : ` Skipped, not in the account: ${unknown.join(', ')}.`;
  const said = `Changed: ${changed}. Unchanged: ${same}.${left}`;
  context.out.result({ changed, same, unknown }, said);
  return unknown.length === 0 ? exitStatus.done : exitStatus.unfinished;
}
