import { customModelFacts } from '#shared/custom-models.ts';
import type { Problem } from '#shared/problem.ts';
import type { ListedModelView } from '#shared/views/command-line.ts';
import { listModelsCommand } from '../../../app/command-line/list-models.ts';
import type { Context } from '../context.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { operate } from '../operate.ts';
import { noticeText } from '../opening.ts';
import { refuse } from '../refuse.ts';
import type { Texts } from '../speech.ts';
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
  readonly problem: Problem | null;
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
  const lines = models.map((model) => ({
    id: model.told.id,
    line: lineOf(model),
    problem: model.problem,
  }));
  if (out.json) {
    for (const { id, line } of lines) out.result(withId(kind, id, line), '');
    for (const row of creations) out.result(creationLine(row), '');
  } else {
    sayListed(context, words, lines, inAccount);
    for (const row of creations) out.say(['', creationText(context, row, words)].join('\n'));
  }
  if (problem !== null) out.warn(noticeText(context, problem));
  return problem === null ? exitStatus.done : exitStatus.unfinished;
}

function lineOf({ told, presence, problem, madeHere, card }: ListedModelView): ListedLine {
  return { ...customModelLine(told, problem), presence, madeHere, card };
}

function sayListed(
  { out, t, told }: Context,
  { command, kind }: CustomModelTexts,
  listed: readonly ListedModel[],
  inAccount: number,
): void {
  const { parameter, perAccount } = customModelFacts[kind];
  if (listed.length === 0) return out.say(t('models.none', { kind, command }));
  const rows = listed.map(({ id, line }) => [
    String(id),
    line.card?.localName ?? line.name,
    statusText(t, line),
    releaseText(t, line),
    line.madeHere === null ? '' : t(line.madeHere ? 'models.here' : 'models.elsewhere'),
  ]);
  const head = (['name', 'status', 'release', 'made'] as const).map((name) =>
    t(`models.heading.${name}`),
  );
  out.say(table([parameter, ...head], rows));
  const counts = { kind, count: inAccount, most: perAccount };
  out.say('');
  out.say(t(inAccount < perAccount ? 'models.count' : 'models.countFull', counts));
  for (const { id, problem } of listed) {
    if (problem === null) continue;
    out.say(t('models.problem', { id, code: problem.code, message: told(problem) }));
  }
}

function statusText(t: Texts, { presence, status }: ListedLine): string {
  if (presence === 'gone') return t('models.gone');
  if (presence === 'deleting') return t('models.deleting');
  return status === null ? '' : t(`models.status.${status}`);
}

function releaseText(t: Texts, { card }: ListedLine): string {
  const day = card?.expires ?? '';
  switch (card?.release ?? 'none') {
    case 'none':
      return '';
    case 'good':
      return t('models.until', { day });
    case 'ends':
      return t('models.expires', { day });
    case 'over':
      return t('models.expired', { day });
  }
}
