import type { Command } from 'commander';
import { changeJobsHere } from '../change-jobs.ts';
import type { Context } from '../context.ts';
import type { ExitStatus } from '../exit.ts';
import type { Perform } from '../perform.ts';
import { refuse } from '../refuse.ts';
import { numbers } from '../values.ts';

const HELP = `
A job whose execution was sent is paid for and is not cancelled, unless it is held: then what was
charged stays charged. A failed job is dismissed, so that it no longer
counts among those that need a person.

Examples:
  darkslide cancel 12
  darkslide cancel --waiting`;

export function addCancel(program: Command, perform: Perform): void {
  program
    .command('cancel')
    .description('cancel jobs that nothing was bought for yet and held ones, dismiss failed ones')
    .argument('[job...]', 'job numbers, as darkslide jobs prints them', numbers)
    .option('--waiting', 'all that nothing was bought for yet')
    .addHelpText('after', HELP)
    .action((ids: number[] | undefined, options: { waiting?: true }, command: Command) =>
      perform(command, (context) => cancelJobs(context, ids ?? [], options.waiting === true)),
    );
}

async function cancelJobs(
  context: Context,
  ids: readonly number[],
  waiting: boolean,
): Promise<ExitStatus> {
  if (ids.length === 0 && !waiting) {
    const message = 'Say which jobs: their numbers or --waiting. See darkslide jobs.';
    return refuse(context, { code: 'usage', message });
  }
  return changeJobsHere(context, { action: 'cancel', ids, all: waiting ? ['not-bought'] : [] });
}
