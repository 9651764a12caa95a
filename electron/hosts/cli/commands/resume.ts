import type { Command } from 'commander';
import { resumeCommand } from '../../../app/command-line/resume.ts';
import type { Context } from '../context.ts';
import type { ExitStatus } from '../exit.ts';
import { operate } from '../operate.ts';
import type { Perform } from '../perform.ts';
import { refuse } from '../refuse.ts';
import { printSummary } from '../summary.ts';
import { seconds, timeoutOption } from '../values.ts';

const HELP = `
Nothing is bought twice. Without --until-idle it runs until you press Ctrl-C.

Examples:
  darkslide resume
  darkslide resume --until-idle 5 --json`;

export function addResume(program: Command, perform: Perform): void {
  program
    .command('resume')
    .description('continue the unfinished jobs in the ledger')
    .option('--until-idle <seconds>', 'exit after this time without work', seconds)
    .addOption(timeoutOption())
    .addHelpText('after', HELP)
    .action((options: { untilIdle?: number; timeout?: number }, command: Command) =>
      perform(command, (context) => resumeHere(context, options.untilIdle ?? null), options),
    );
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
