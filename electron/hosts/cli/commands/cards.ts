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
A card is what the studio notes of an own model or scene: name, notes, tags, release, last day, clients and
folders. The file names them by the ids of the service. Release files lie in "releases" beside the ledger
and are not in it. The service is not asked; --service says whose cards are meant.

Examples:
  darkslide cards export cards.json
  darkslide cards import cards.json --json`;

export function addCards(program: Command, perform: Perform): void {
  const group = program
    .command('cards')
    .description('the cards of own models and scenes as a file: export, import')
    .addHelpText('after', HELP);
  group
    .command('export')
    .description('write all cards into a file, or print them')
    .argument('[file]', 'a file that is not there yet')
    .addHelpText('after', HELP)
    .action((file: string | undefined, _options: unknown, command: Command) =>
      perform(command, (context) => exportTo(context, file)),
    );
  group
    .command('import')
    .description('put the cards of a file in place of those that are here, all of them or none')
    .argument('<file>', 'a file of cards')
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
  return giveText(context, file, exported.value.text, (path) => `The cards are in ${path}.`);
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
  const left =
    unknown.length === 0 ? '' : ` Not in the account, so left out: ${unknown.join(', ')}.`;
  const said = `Changed: ${changed}. The same: ${same}.${left}`;
  context.out.result({ changed, same, unknown }, said);
  return unknown.length === 0 ? exitStatus.done : exitStatus.unfinished;
}
