import type { Command } from 'commander';
import type { Perform } from '../perform.ts';
import { addRecipeOptions } from '../recipe-options.ts';
import { runHere, type RunOptions } from '../run.ts';
import { outOption, timeoutOption } from '../values.ts';

const HELP = `
A photo that is done with the same recipe is listed with its earlier results and not bought again.
A ticket beside a photo, IMG_1.jpg.json beside IMG_1.jpg, says what is different for that photo.
With --json each photo is a line on stdout, then comes {"summary": …}.

Examples:
  darkslide run shoe.jpg --agent removeBG --set maskType=autoSubjectSegment --set backgroundHex=#ffffff --out results
  darkslide run photos --recipe white.json --out results --psd --json
  darkslide run https://example.com/shoe.jpg --agent expandimage --set targetWidth=2048 --set targetHeight=2048 --out results
  darkslide run look.jpg --agent virtualtryon --model-image anna.jpg --set generateVersion=weshopPro --set descriptionType=auto --out results`;

export function addRun(program: Command, perform: Perform): void {
  const command = program
    .command('run')
    .description('run photos with a recipe and wait for all of them')
    .argument('<photo...>', 'photos, folders with photos, or http(s) addresses of photos');
  addRecipeOptions(command)
    .addOption(outOption())
    .option('--again', 'buy photos again that are done with this recipe')
    .addOption(timeoutOption())
    .addHelpText('after', HELP)
    .action((photos: string[], options: RunOptions, self: Command) =>
      perform(self, (context) => runHere(context, photos, options), options),
    );
}
