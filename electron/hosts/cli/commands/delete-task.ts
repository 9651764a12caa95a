import type { Command } from 'commander';
import { systemClock } from '../../../base/clock.ts';
import { deleteTask } from '../../../engine/queue/delete-task.ts';
import { endDeletion } from '../../../engine/queue/deletions.ts';
import type { Studio } from '../../../studio.ts';
import { changeJobs } from '../change-jobs.ts';
import type { Context } from '../context.ts';
import { exitStatus } from '../exit.ts';
import type { Perform } from '../perform.ts';
import { withStudio } from '../session.ts';
import { numbers } from '../values.ts';

/** Deletions that an earlier run left are made up for as well. */
const ALL = 1_000_000;

const HELP = `
The service removes the task with its executions: nothing more can be run on it, and layered PSDs that
were not fetched are lost. Files on this computer stay, and to run the photo again makes a new task. A
task that may still tell what was charged is kept.

Examples:
  darkslide delete-task 12
  darkslide delete-task 12 13 --json`;

export function addDeleteTask(program: Command, perform: Perform): void {
  program
    .command('delete-task')
    .description('delete the tasks of jobs at the service; files on this computer stay')
    .argument('<job...>', 'job numbers, as darkslide jobs prints them', numbers)
    .addHelpText('after', HELP)
    .action((ids: number[], _options: unknown, command: Command) =>
      perform(command, (context) =>
        withStudio(context, { unreachable: 'refuse' }, async (studio) => {
          const change = deleteTask(systemClock.wall());
          const status = changeJobs(context, studio.ledger, [...new Set(ids)], change);
          return (await deleteAll(context, studio)) ? status : exitStatus.unfinished;
        }),
      ),
    );
}

/** Whether the service has answered for each. */
async function deleteAll({ out, interrupted }: Context, studio: Studio): Promise<boolean> {
  for (const deletion of studio.ledger.deletions.open(ALL)) {
    const answer = await endDeletion(studio, deletion, interrupted);
    if (answer === 'ended') continue;
    out.warn(
      'The service did not answer for every task; the rest is done when Darkslide works on.',
    );
    return false;
  }
  return true;
}
