import { existsSync } from 'node:fs';
import { ownFacts, releaseStanding, type OwnKind } from '#shared/own.ts';
import type { Problem } from '#shared/problem.ts';
import { systemClock } from '../../../base/clock.ts';
import { listCustomModels, type ListedModel } from '../../../app/custom-models/list.ts';
import { ledgerFile } from '../../../adapters/ledger/files.ts';
import type { CreationRow } from '../../../adapters/ledger/own-creations.ts';
import type { OwnRow } from '../../../adapters/ledger/own.ts';
import { originOf } from '../../../adapters/ledger/owner.ts';
import { localDay } from '../../../adapters/ledger/spending.ts';
import { dataFolderOf, type Context } from '../context.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { refuse } from '../refuse.ts';
import { table } from '../table.ts';
import { withTools } from '../tools-session.ts';
import {
  cardLine,
  creationLine,
  creationText,
  ownLine,
  withId,
  type ListedLine,
  type OwnWords,
} from './lines.ts';

/** What the ledger of this data folder knows beside the account. */
interface Kept {
  readonly rows: readonly OwnRow[];
  /** Under way or stopped. */
  readonly creations: readonly CreationRow[];
}

interface Listed {
  readonly id: number;
  readonly line: ListedLine;
}

/** `list`: all that the account holds, with the cards, and what is half made. */
export function listCommand(context: Context, words: OwnWords): Promise<ExitStatus> {
  const { out, interrupted } = context;
  const { kind } = words;
  return withTools(context, async ({ service, serviceUrl, isDemo }) => {
    const kept = await keptHere(context, kind, originOf(isDemo ? null : serviceUrl));
    const listed = await listCustomModels(service, kind, kept.rows, interrupted);
    if (!listed.ok) return refuse(context, listed.problem);
    const { models, inAccount, problem } = listed.value;
    const lines = models.map((model) => ({ id: model.told.id, line: lineOf(model) }));
    if (out.json) {
      for (const { id, line } of lines) out.result(withId(kind, id, line), '');
      for (const row of kept.creations) out.result(creationLine(row), '');
    } else {
      sayListed(context, words, lines, inAccount);
      for (const row of kept.creations) out.say(`\n${creationText(row, words)}`);
    }
    if (problem !== null) out.warn(`${problem.code}: ${problem.message}`);
    return problem === null ? exitStatus.done : exitStatus.unfinished;
  });
}

/** Read beside a running studio. A ledger that cannot be read, or is another service's, is told of. */
async function keptHere(context: Context, kind: OwnKind, origin: string): Promise<Kept> {
  const none: Kept = { rows: [], creations: [] };
  const folder = dataFolderOf(context);
  if (!existsSync(ledgerFile(folder))) return none;
  const withoutCards = ({ code, message }: Problem): Kept => {
    context.out.warn(`${code}: ${message} The list is without its cards.`);
    return none;
  };
  const { readLedger } = await import('../../../adapters/ledger/open.ts');
  const opened = readLedger(folder, systemClock);
  if (!opened.ok) return withoutCards(opened.problem);
  const ledger = opened.value;
  try {
    const owner = ledger.owner.check(origin);
    if (!owner.ok) return withoutCards(owner.problem);
    return { rows: ledger.own.all(kind), creations: ledger.creations.shown(kind) };
  } finally {
    ledger.close();
  }
}

function lineOf({ told, row, presence }: ListedModel): ListedLine {
  const today = localDay(systemClock.wall());
  return {
    ...ownLine(told, row?.problem ?? null),
    presence,
    madeHere: row?.isMadeHere ?? null,
    card: row === null ? null : cardLine(row, releaseStanding(row.expires, today)),
  };
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
