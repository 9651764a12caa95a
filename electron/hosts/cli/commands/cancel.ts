import { problemOf } from '#shared/failure.ts';
import type { Command } from 'commander';
import { changeJobsHere } from '../change-jobs.ts';
import type { Context } from '../context.ts';
import type { ExitStatus } from '../exit.ts';
import type { Perform } from '../perform.ts';
import { refuse } from '../refuse.ts';
import { numbers } from '../values.ts';

const HELP = `
A job whose execution was sent is already paid for and can't be cancelled unless it is held; charges are not
refunded. A failed job is dismissed and no longer needs attention.

Examples:
  darkslide cancel 12
  darkslide cancel --waiting`;

export function addCancel(program: Command, perform: Perform): void {
  program
    .command('cancel')
    .description('cancel jobs that are not paid for yet and held jobs, dismiss failed jobs')
    .argument('[job...]', 'job numbers from darkslide jobs', numbers)
    .option('--waiting', 'all jobs that are not paid for yet')
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
    return refuse(context, problemOf('usage.cancel'));
  }
  return changeJobsHere(context, { action: 'cancel', ids, all: waiting ? ['not-bought'] : [] });
}
