import type { Command } from 'commander';
import { addNotes } from '../help.ts';
import type { Perform } from '../perform.ts';
import type { HelpTexts } from '../speech.ts';
import { addRecipeOptions } from '../recipe-options.ts';
import { runHere, type RunOptions } from '../run.ts';
import { clientName, outOption, timeoutOption } from '../values.ts';

const examples = [
  'darkslide run shoe.jpg --agent removeBG --set maskType=autoSubjectSegment --set backgroundHex=#ffffff --out results',
  'darkslide run photos --recipe white.json --out results --psd --json',
  'darkslide run https://example.com/shoe.jpg --agent expandimage --set targetWidth=2048 --set targetHeight=2048 --out results',
  'darkslide run look.jpg --agent virtualtryon --model-image anna.jpg --set generateVersion=weshopPro --set descriptionType=auto --out results',
];

export function addRun(program: Command, perform: Perform, t: HelpTexts): void {
  const command = program
    .command('run')
    .description(t('run'))
    .argument('<photo...>', t('run.photo'));
  addRecipeOptions(command, t)
    .addOption(outOption(t))
    .option('--client <name>', t('run.client'), clientName)
    .option('--again', t('run.again'))
    .addOption(timeoutOption(t))
    .action((photos: string[], options: RunOptions, self: Command) =>
      perform(self, (context) => runHere(context, photos, options), options),
    );
  addNotes(command, t, { notes: t('run.notes'), examples });
}
