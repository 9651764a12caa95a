import { Argument, type Command } from 'commander';
import { answerDropCommand } from '../../../app/command-line/answer-drop.ts';
import type { Context } from '../context.ts';
import { largeDropAnswer, largeDropWords, type LargeDropWord } from '../large-drop-text.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { operate } from '../operate.ts';
import { addNotes } from '../help.ts';
import type { Perform } from '../perform.ts';
import type { HelpTexts } from '../speech.ts';
import { refuse } from '../refuse.ts';
import { count } from '../values.ts';

const examples = ['darkslide answer-drop 3 run'];

export function addAnswerDrop(program: Command, perform: Perform, t: HelpTexts): void {
  const self = program
    .command('answer-drop')
    .description(t('answerDrop'))
    .argument('<hot-folder>', t('answerDrop.folder'), count)
    .addArgument(new Argument('<answer>', t('answerDrop.answer')).choices(largeDropWords))
    .action((id: number, word: LargeDropWord, _options: unknown, command: Command) =>
      perform(command, (context) => answerOne(context, id, word)),
    );
  addNotes(self, t, { notes: t('answerDrop.notes'), examples });
}

async function answerOne(
  context: Context,
  hotFolderId: number,
  word: LargeDropWord,
): Promise<ExitStatus> {
  const answer = largeDropAnswer(word);
  const answered = await operate(context, {
    channel: 'answer-drop',
    useCase: answerDropCommand,
    input: { hotFolderId, answer },
    on: 'ledger',
  });
  if (!answered.ok) return refuse(context, answered.problem);
  const drop = answered.value;
  context.out.result(
    { hotFolder: hotFolderId, answer: word, ...drop },
    context.t(`dropAnswered.${word}`, { photos: drop.photos, images: drop.images }),
  );
  return exitStatus.done;
}
