import { Argument, type Command } from 'commander';
import { answerDrop } from '../../../app/hot-folders/answer-drop.ts';
import type { Context } from '../context.ts';
import { dropAnswer, dropSize, dropWords, type DropWord } from '../drop-questions.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { withLedger } from '../ledger-session.ts';
import type { Perform } from '../perform.ts';
import { refuse } from '../refuse.ts';
import { count } from '../values.ts';

const HELP = `
run processes the photos, leave marks them as seen, always processes them and stops asking about this
folder. The answer takes effect with the next watch; a watch on a terminal and the window ask themselves.

Example:
  darkslide answer-drop 3 run`;

export function addAnswerDrop(program: Command, perform: Perform): void {
  program
    .command('answer-drop')
    .description('answer the question about a large drop')
    .argument('<hot-folder>', 'number of the hot folder, as darkslide held prints it', count)
    .addArgument(new Argument('<answer>', 'what to do with the photos').choices(dropWords))
    .addHelpText('after', HELP)
    .action((id: number, word: DropWord, _options: unknown, command: Command) =>
      perform(command, (context) => answerOne(context, id, word)),
    );
}

function answerOne(context: Context, id: number, word: DropWord): Promise<ExitStatus> {
  return withLedger(context, (ledger) => {
    const answered = answerDrop({ ledger }, id, dropAnswer(word));
    if (!answered.ok) return refuse(context, answered.problem);
    const drop = answered.value;
    context.out.result({ hotFolder: id, answer: word, ...drop }, sentence(word, dropSize(drop)));
    return exitStatus.done;
  });
}

function sentence(word: DropWord, size: string): string {
  switch (word) {
    case 'run':
      return `${size} will be processed when the folder is watched again.`;
    case 'leave':
      return `${size} are left alone. Nothing was bought.`;
    case 'always':
      return `${size} will be processed when the folder is watched again. Large drops of this folder are no longer asked about.`;
  }
}
