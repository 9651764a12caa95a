import type { Command } from 'commander';
import { deleteTasks } from '../change-jobs.ts';
import { addNotes } from '../help.ts';
import type { Perform } from '../perform.ts';
import type { HelpTexts } from '../speech.ts';
import { numbers } from '../values.ts';

const examples = ['darkslide delete-task 12', 'darkslide delete-task 12 13 --json'];

export function addDeleteTask(program: Command, perform: Perform, t: HelpTexts): void {
  const self = program
    .command('delete-task')
    .description(t('deleteTask'))
    .argument('<job...>', t('option.jobs'), numbers)
    .action((ids: number[], _options: unknown, command: Command) =>
      perform(command, (context) => deleteTasks(context, ids)),
    );
  addNotes(self, t, { notes: t('deleteTask.notes'), examples });
}
