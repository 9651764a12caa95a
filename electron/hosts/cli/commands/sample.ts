import type { Command } from 'commander';
import { addNotes } from '../help.ts';
import type { Perform } from '../perform.ts';
import type { HelpTexts } from '../speech.ts';
import { sampleHere } from '../sample.ts';
import { timeoutOption } from '../values.ts';

const examples = ['darkslide sample --data ~/darkslide-sample'];

export function addSample(program: Command, perform: Perform, t: HelpTexts): void {
  const self = program
    .command('sample')
    .description(t('sample'))
    .addOption(timeoutOption(t))
    .action((options: { timeout?: number }, command: Command) =>
      perform(command, sampleHere, options),
    );
  addNotes(self, t, { notes: t('sample.notes'), examples });
}
