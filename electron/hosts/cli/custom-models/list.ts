import { customModelFacts } from '#shared/custom-models.ts';
import type { ListedModelView } from '#shared/views/command-line.ts';
import { listModelsCommand } from '../../../app/command-line/list-models.ts';
import type { Context } from '../context.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { operate } from '../operate.ts';
import { refuse } from '../refuse.ts';
import { table } from '../table.ts';
import {
  creationLine,
  creationText,
  customModelLine,
  withId,
  type ListedLine,
  type CustomModelTexts,
} from './lines.ts';

interface ListedModel {
  readonly id: number;
  readonly line: ListedLine;
}

/** Runs `list`: prints the models or scenes of the account with their cards, and unfinished creations. */
export async function listCommand(context: Context, words: CustomModelTexts): Promise<ExitStatus> {
  const { out } = context;
  const { kind } = words;
  const listed = await operate(context, {
    channel: 'list-models',
    useCase: listModelsCommand,
    input: { kind },
    takeOver: () => ({ kind }),
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

function lineOf({ told, presence, problem, madeHere, card }: ListedModelView): ListedLine {
  return { ...customModelLine(told, problem), presence, madeHere, card };
}

function sayListed(
  { out }: Context,
  { command, kind }: CustomModelTexts,
  listed: readonly ListedModel[],
  inAccount: number,
): void {
  const { parameter, perAccount } = customModelFacts[kind];
  if (listed.length === 0) {
    out.say(`No custom ${command} yet. Create one with darkslide ${command} create.`);
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
  const full = inAccount < perAccount ? '' : ' Delete one to create another.';
  out.say(`\n${inAccount} of ${perAccount} custom ${command} in the account.${full}`);
  for (const { id, line } of listed) {
    if (line.error !== null) out.say(`${id}, ${line.error.code}: ${line.error.message}`);
  }
}

function statusText({ presence, status }: ListedLine): string {
  if (presence === 'gone') return 'no longer in the account';
  return presence === 'deleting' ? 'being deleted' : (status ?? '');
}

function releaseText({ card }: ListedLine): string {
  switch (card?.release ?? 'none') {
    case 'none':
      return '';
    case 'good':
      return `until ${card?.expires}`;
    case 'ends':
      return `expires on ${card?.expires}`;
    case 'over':
      return `expired on ${card?.expires}`;
  }
}
