import type { Command } from 'commander';
import type { Perform } from '../perform.ts';
import { sampleHere } from '../sample.ts';
import { timeoutOption } from '../values.ts';

const HELP = `
It works in a folder of its own, also beside an open window: the one of --data, else sample in the data folder.

Example:
  darkslide sample --data ~/darkslide-sample`;

export function addSample(program: Command, perform: Perform): void {
  program
    .command('sample')
    .description('run the photographs that ship with Darkslide through the demo service')
    .addOption(timeoutOption())
    .addHelpText('after', HELP)
    .action((options: { timeout?: number }, command: Command) =>
      perform(command, sampleHere, options),
    );
}
