import type { Command } from 'commander';
import { below } from '../../../base/paths.ts';
import { heldWork } from '../../../app/command-line/held.ts';
import { commandsFor } from '../answers.ts';
import type { Context } from '../context.ts';
import { answersToLargeDrop, largeDropText } from '../large-drop-text.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { addNotes } from '../help.ts';
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
  const { out } = context;
  const found = await heldWork(context);
  if (!found.ok) return refuse(context, found.problem);
  const { jobs: held, largeDrops, refused } = found.value;
  for (const { id, photo, problem, answers } of held) {
    const { code, message } = problem ?? { code: undefined, message: 'It needs attention.' };
    const said = commandsFor(id, answers);
    const lines = said.map((one) => `  darkslide ${one.command}: ${one.means}`);
    out.result(
      { job: id, photo, code: code ?? null, message, answers: said },
      [`Job ${id}, ${photo ?? 'unreadable'}`, `  ${code ?? ''}: ${message}`, ...lines].join('\n'),
    );
  }
  for (const { hotFolderId, folder, photos, images } of largeDrops) {
    out.result(
      { hotFolder: hotFolderId, folder, photos, images, answers: answersToLargeDrop(hotFolderId) },
      largeDropText({ hotFolderId, path: folder, photos, images }),
    );
  }
  for (const { folder, path, problem } of refused) {
    const file = below(folder, path);
    const { code, message } = problem;
    out.result({ file, code, message }, `File ${file}\n  ${code}: ${message}`);
  }
  if (held.length + largeDrops.length + refused.length === 0) out.say('Nothing needs attention.');
  return exitStatus.done;
}
