import { resolve } from 'node:path';
import type { Command } from 'commander';
import { success, type Outcome } from '#shared/problem.ts';
import { systemClock, type Clock } from '../../../base/clock.ts';
import { exportCards, importCards, type CardPlace } from '../../../app/custom-models/card-file.ts';
import type { Ledger } from '../../../adapters/ledger/open.ts';
import { originOf } from '../../../adapters/ledger/owner.ts';
import { checkServiceUrl } from '../../../adapters/settings/service-address.ts';
import { dataFolderOf, type Context } from '../context.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
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
  const { readLedger } = await import('../../../adapters/ledger/open.ts');
  return withCards(context, readLedger, (place) =>
    giveText(context, file, exportCards(place), (path) => `The cards are in ${path}.`),
  );
}

async function importFrom(context: Context, file: string): Promise<ExitStatus> {
  const text = await textIn(resolve(file));
  if (!text.ok) return refuse(context, text.problem);
  const { openLedger } = await import('../../../adapters/ledger/open.ts');
  return withCards(context, openLedger, (place) => {
    const imported = importCards(place, text.value);
    if (!imported.ok) return refuse(context, imported.problem);
    const { changed, same, unknown } = imported.value;
    const left =
      unknown.length === 0 ? '' : ` Not in the account, so left out: ${unknown.join(', ')}.`;
    const said = `Changed: ${changed}. The same: ${same}.${left}`;
    context.out.result({ changed, same, unknown }, said);
    return unknown.length === 0 ? exitStatus.done : exitStatus.unfinished;
  });
}

/** Opens the ledger of the service that is named, runs `work` on its cards and closes it. */
async function withCards<L extends Ledger>(
  context: Context,
  open: (folder: string, clock: Clock) => Outcome<L>,
  work: (place: CardPlace) => ExitStatus | Promise<ExitStatus>,
): Promise<ExitStatus> {
  const choice = context.start.service;
  const url = choice === null ? success('') : checkServiceUrl(choice.url);
  if (!url.ok) return refuse(context, url.problem);
  const isDemo = choice === null;
  if (isDemo) context.out.say('Cards of the demo service; --service names a real one.');
  const dataFolder = dataFolderOf(context);
  const opened = open(dataFolder, systemClock);
  if (!opened.ok) return refuse(context, opened.problem);
  const ledger = opened.value;
  try {
    const owner = ledger.owner.check(originOf(isDemo ? null : url.value));
    if (!owner.ok) return refuse(context, owner.problem);
    return await work({ dataFolder, ledger, isDemo, serviceUrl: url.value });
  } finally {
    ledger.close();
  }
}
