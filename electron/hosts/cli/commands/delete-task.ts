import type { Command } from 'commander';
import { deleteTasks } from '../change-jobs.ts';
import type { Perform } from '../perform.ts';
import { numbers } from '../values.ts';

const HELP = `
The service removes the task with its executions. Layered PSDs that were not downloaded are lost. Files on this
computer stay. Running the photo again creates a new task. Darkslide keeps a task that it still needs to find
out what was charged.

Examples:
  darkslide delete-task 12
  darkslide delete-task 12 13 --json`;

export function addDeleteTask(program: Command, perform: Perform): void {
  program
    .command('delete-task')
    .description('delete the tasks of jobs at the service; files on this computer stay')
    .argument('<job...>', 'job numbers from darkslide jobs', numbers)
    .addHelpText('after', HELP)
    .action((ids: number[], _options: unknown, command: Command) =>
      perform(command, (context) => deleteTasks(context, ids)),
    );
}
