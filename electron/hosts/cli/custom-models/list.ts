import { existsSync } from 'node:fs';
import { ownFacts } from '#shared/own.ts';
import type { Problem } from '#shared/problem.ts';
import type { ListedModelView } from '#shared/views/command-line.ts';
import { ledgerFile } from '../../../adapters/ledger/files.ts';
import type { Ledger } from '../../../adapters/ledger/open.ts';
import { originOf } from '../../../adapters/ledger/owner.ts';
import { listModelsCommand } from '../../../app/command-line/list-models.ts';
import { systemClock } from '../../../base/clock.ts';
import { dataFolderOf, type Context } from '../context.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { studioPlace } from '../open-studio.ts';
import { openToolsHere } from '../open-tools.ts';
import { operate } from '../operate.ts';
import { refuse } from '../refuse.ts';
import { table } from '../table.ts';
import {
  creationLine,
  creationText,
  ownLine,
  withId,
  type ListedLine,
  type OwnWords,
} from './lines.ts';

interface Listed {
  readonly id: number;
  readonly line: ListedLine;
}

/** `list`: all that the account holds, with the cards, and what is half made. */
export async function listCommand(context: Context, words: OwnWords): Promise<ExitStatus> {
  const { out } = context;
  const { kind } = words;
  const place = studioPlace(context);
  if (!place.ok) return refuse(context, place.problem);
  const listed = await operate(context, {
    channel: 'list-models',
    input: { kind },
    place: place.value,
    open: () => openToolsHere(context),
    work: ({ service, isDemo, serviceUrl }, _talk, signal) =>
      withCards(context, originOf(isDemo ? null : serviceUrl), (ledger) =>
        listModelsCommand(service, ledger, { kind }, signal),
      ),
  });
  if (!listed.ok) return refuse(context, listed.problem);
  const { models, creations, inAccount, problem } = listed.value;
  const lines = models.map((model) => ({ id: model.told.id, line: lineOf(model) }));
  if (out.json) {
    for (const { id, line } of lines) out.result(withId(kind, id, line), '');
    for (const row of creations) out.result(creationLine(row), '');
  } else {
    sayListed(context, words, lines, inAccount);
    for (const row of creations) out.say(`\n${creationText(row, words)}`);
  }
  if (problem !== null) out.warn(`${problem.code}: ${problem.message}`);
  return problem === null ? exitStatus.done : exitStatus.unfinished;
}

/** Reads the ledger beside a running studio. One that cannot be read, or is another service's, is told of. */
async function withCards<T>(
  context: Context,
  origin: string,
  work: (ledger: Ledger | null) => Promise<T>,
): Promise<T> {
  const folder = dataFolderOf(context);
  if (!existsSync(ledgerFile(folder))) return work(null);
  const withoutCards = ({ code, message }: Problem): Promise<T> => {
    context.out.warn(`${code}: ${message} The list is without its cards.`);
    return work(null);
  };
  const { readLedger } = await import('../../../adapters/ledger/open.ts');
  const opened = readLedger(folder, systemClock);
  if (!opened.ok) return withoutCards(opened.problem);
  const ledger = opened.value;
  try {
    const owner = ledger.owner.check(origin);
    return owner.ok ? await work(ledger) : await withoutCards(owner.problem);
  } finally {
    ledger.close();
  }
}

function lineOf({ told, presence, problem, madeHere, card }: ListedModelView): ListedLine {
  return { ...ownLine(told, problem), presence, madeHere, card };
}

function sayListed(
  { out }: Context,
  { command, kind }: OwnWords,
  listed: readonly Listed[],
  inAccount: number,
): void {
  const { parameter, perAccount } = ownFacts[kind];
  if (listed.length === 0) {
    out.say(`There are no own ${command} yet. Make one with darkslide ${command} create.`);
    return;
  }
  const rows = listed.map(({ id, line }) => [
    String(id),
    line.card?.localName ?? line.name,
    statusText(line),
    releaseText(line),
    line.madeHere === null ? '' : line.madeHere ? 'here' : 'elsewhere',
  ]);
  out.say(table([parameter, 'NAME', 'STATUS', 'RELEASE', 'MADE'], rows));
  const full = inAccount < perAccount ? '' : ' No more can be made until one is deleted.';
  out.say(`\n${inAccount} of ${perAccount} own ${command} in the account.${full}`);
  for (const { id, line } of listed) {
    if (line.error !== null) out.say(`${id}, ${line.error.code}: ${line.error.message}`);
  }
}

function statusText({ presence, status }: ListedLine): string {
  if (presence === 'gone') return 'gone from the account';
  return presence === 'deleting' ? 'being deleted' : (status ?? '');
}

function releaseText({ card }: ListedLine): string {
  switch (card?.release ?? 'none') {
    case 'none':
      return '';
    case 'good':
      return `until ${card?.expires}`;
    case 'ends':
      return `ends on ${card?.expires}`;
    case 'over':
      return `over since ${card?.expires}`;
  }
}
