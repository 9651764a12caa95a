import { Argument, type Command } from 'commander';
import { heldActions, type HeldAction, type HeldElsewhere } from '#shared/views/stations.ts';
import { below } from '../../../base/paths.ts';
import { answerHeldCommand, heldWork } from '../../../app/command-line/held.ts';
import { answerLines, commandsElsewhere, commandsFor } from '../answers.ts';
import type { Context } from '../context.ts';
import { answersToLargeDrop, largeDropText } from '../large-drop-text.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { addNotes } from '../help.ts';
import { operate } from '../operate.ts';
import { noticeText } from '../opening.ts';
import type { Perform } from '../perform.ts';
import type { HelpTexts } from '../speech.ts';
import { refuse } from '../refuse.ts';
import { count } from '../values.ts';

const examples = ['darkslide held --json', 'darkslide held answer 4 retry'];

export function addHeld(program: Command, perform: Perform, t: HelpTexts): void {
  const self = program
    .command('held')
    .description(t('held'))
    .action((_options: unknown, command: Command) => perform(command, listHeld));
  self
    .command('answer')
    .description(t('held.answer'))
    .argument('<number>', t('held.answer.number'), count)
    .addArgument(new Argument('<answer>', t('held.answer.answer')).choices(heldActions))
    .action((id: number, action: HeldAction, _options: unknown, command: Command) =>
      perform(command, (context) => answerHeld(context, { id, action })),
    );
  addNotes(self, t, { examples });
}

async function answerHeld(
  context: Context,
  input: { readonly id: number; readonly action: HeldAction },
): Promise<ExitStatus> {
  const answered = await operate(context, {
    channel: 'answer-held',
    useCase: answerHeldCommand,
    input,
    on: 'ledger',
  });
  if (!answered.ok) return refuse(context, answered.problem);
  const { name, station } = answered.value;
  const { id: number, action: answer } = input;
  const text = context.t('held.answered', { name, station });
  context.out.result({ number, answer, name, station }, text);
  return exitStatus.done;
}

async function listHeld(context: Context): Promise<ExitStatus> {
  const { out, t, told } = context;
  const found = await heldWork(context);
  if (!found.ok) return refuse(context, found.problem);
  const { jobs: held, largeDrops, refused, elsewhere } = found.value;
  for (const { id, photo, problem, answers } of held) {
    const message = problem?.message ?? t('held.unknown');
    const said = commandsFor(t, id, answers);
    out.result(
      { job: id, photo, code: problem?.code ?? null, message, answers: said },
      [
        photo === null ? t('held.unreadable', { id }) : t('held.job', { id, photo }),
        `  ${problem === null ? message : noticeText(context, problem)}`,
        ...answerLines(t, said),
      ].join('\n'),
    );
  }
  for (const { hotFolderId, folder, photos, images, cost } of largeDrops) {
    const answers = answersToLargeDrop(t, hotFolderId);
    out.result(
      { hotFolder: hotFolderId, folder, photos, images, cost, answers },
      largeDropText(context, { hotFolderId, path: folder, photos, images, cost }),
    );
  }
  for (const { folder, path, problem } of refused) {
    const file = below(folder, path);
    const { code, message } = problem;
    out.result(
      { file, code, message },
      [t('held.file', { file }), `  ${t('notice', { code, message: told(problem) })}`].join('\n'),
    );
  }
  for (const one of elsewhere) tellElsewhere(context, one);
  if (held.length + largeDrops.length + refused.length + elsewhere.length === 0)
    out.say(t('held.none'));
  return exitStatus.done;
}

/** Prints something that needs attention at another station. */
function tellElsewhere(context: Context, one: HeldElsewhere): void {
  const { out, t } = context;
  const { id: number, name, station, what, given } = one;
  const isOpen = given === null || given.by === null;
  const answers = isOpen ? commandsElsewhere(t, one) : [];
  const problem = what.kind === 'job' ? what.problem : null;
  const message =
    what.kind === 'drop' ? t('held.elsewhereDrop', what) : (problem?.message ?? t('held.unknown'));
  const said = problem === null ? message : noticeText(context, problem);
  const answered =
    given === null
      ? []
      : [
          given.by === null
            ? t('held.chosen', { answer: given.action })
            : t('held.given', { by: given.by, answer: given.action }),
        ];
  out.result(
    { number, station, name, code: problem?.code ?? null, message, given, answers },
    [
      t('held.elsewhere', { name, station }),
      ...[said, ...answered].map((line) => `  ${line}`),
      ...answerLines(t, answers),
    ].join('\n'),
  );
}
