import type { Command } from 'commander';
import { resumeCommand } from '../../../app/command-line/resume.ts';
import type { Context } from '../context.ts';
import type { ExitStatus } from '../exit.ts';
import { operate } from '../operate.ts';
import { addNotes } from '../help.ts';
import type { Perform } from '../perform.ts';
import type { HelpTexts } from '../speech.ts';
import { refuse } from '../refuse.ts';
import { printSummary } from '../summary.ts';
import { seconds, timeoutOption } from '../values.ts';

const examples = ['darkslide resume', 'darkslide resume --until-idle 5 --json'];

export function addResume(program: Command, perform: Perform, t: HelpTexts): void {
  const self = program
    .command('resume')
    .description(t('resume'))
    .option('--until-idle <seconds>', t('option.untilIdle'), seconds)
    .addOption(timeoutOption(t))
    .action((options: { untilIdle?: number; timeout?: number }, command: Command) =>
      perform(command, (context) => resumeHere(context, options.untilIdle ?? null), options),
    );
  addNotes(self, t, { notes: t('resume.notes'), examples });
}

async function resumeHere(context: Context, untilIdle: number | null): Promise<ExitStatus> {
  const resumed = await operate(context, {
    channel: 'resume',
    useCase: resumeCommand,
    input: { untilIdle },
    takeOver: () => ({ untilIdle }),
  });
  return resumed.ok
    ? printSummary(context, resumed.value.counts)
    : refuse(context, resumed.problem);
}
