import { problemOf } from '#shared/failure.ts';
import type { Command } from 'commander';
import { changeJobsHere } from '../change-jobs.ts';
import type { Context } from '../context.ts';
import type { ExitStatus } from '../exit.ts';
import { addNotes } from '../help.ts';
import type { Perform } from '../perform.ts';
import type { HelpTexts } from '../speech.ts';
import { refuse } from '../refuse.ts';
import { numbers } from '../values.ts';

const examples = ['darkslide cancel 12', 'darkslide cancel --waiting'];

export function addCancel(program: Command, perform: Perform, t: HelpTexts): void {
  const self = program
    .command('cancel')
    .description(t('cancel'))
    .argument('[job...]', t('option.jobs'), numbers)
    .option('--waiting', t('cancel.waiting'))
    .action((ids: number[] | undefined, options: { waiting?: true }, command: Command) =>
      perform(command, (context) => cancelJobs(context, ids ?? [], options.waiting === true)),
    );
  addNotes(self, t, { notes: t('cancel.notes'), examples });
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
