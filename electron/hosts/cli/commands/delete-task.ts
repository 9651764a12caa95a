import type { Command } from 'commander';
import { deleteTasks } from '../change-jobs.ts';
import type { Perform } from '../perform.ts';
import { numbers } from '../values.ts';

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
      perform(command, (context) => deleteTasks(context, ids)),
    );
}
