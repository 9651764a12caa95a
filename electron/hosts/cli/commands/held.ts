import type { Command } from 'commander';
import { below } from '../../../base/paths.ts';
import { heldWork } from '../../../app/command-line/held.ts';
import { answerLines, commandsFor } from '../answers.ts';
import type { Context } from '../context.ts';
import { answersToLargeDrop, largeDropText } from '../large-drop-text.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { addNotes } from '../help.ts';
import { noticeText } from '../opening.ts';
import type { Perform } from '../perform.ts';
import type { HelpTexts } from '../speech.ts';
import { refuse } from '../refuse.ts';

const examples = ['darkslide held --json'];

export function addHeld(program: Command, perform: Perform, t: HelpTexts): void {
  const self = program
    .command('held')
    .description(t('held'))
    .action((_options: unknown, command: Command) => perform(command, listHeld));
  addNotes(self, t, { examples });
}

async function listHeld(context: Context): Promise<ExitStatus> {
  const { out, t, told } = context;
  const found = await heldWork(context);
  if (!found.ok) return refuse(context, found.problem);
  const { jobs: held, largeDrops, refused } = found.value;
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
  if (held.length + largeDrops.length + refused.length === 0) out.say(t('held.none'));
  return exitStatus.done;
}
