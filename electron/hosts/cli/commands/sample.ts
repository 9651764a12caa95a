import type { Command } from 'commander';
import type { Perform } from '../perform.ts';
import { sampleHere } from '../sample.ts';
import { timeoutOption } from '../values.ts';

const HELP = `
It uses a separate folder, so you can run it while a window is open: the folder of --data, or "sample" in the
data folder.

Example:
  darkslide sample --data ~/darkslide-sample`;

export function addSample(program: Command, perform: Perform): void {
  program
    .command('sample')
    .description('process the sample photos with the demo service')
    .addOption(timeoutOption())
    .addHelpText('after', HELP)
    .action((options: { timeout?: number }, command: Command) =>
      perform(command, sampleHere, options),
    );
}
