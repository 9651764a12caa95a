import type { Command } from 'commander';
import type { Perform } from '../perform.ts';
import { addRecipeOptions } from '../recipe-options.ts';
import { runHere, type RunOptions } from '../run.ts';
import { outOption, timeoutOption } from '../values.ts';

const HELP = `
A photo that was already done with the same recipe is listed with its earlier results and not bought again.
A ticket next to a photo, such as IMG_1.jpg.json for IMG_1.jpg, overrides settings for that photo.
With --json it prints a line for each photo on stdout, then {"summary": …}.

Examples:
  darkslide run shoe.jpg --agent removeBG --set maskType=autoSubjectSegment --set backgroundHex=#ffffff --out results
  darkslide run photos --recipe white.json --out results --psd --json
  darkslide run https://example.com/shoe.jpg --agent expandimage --set targetWidth=2048 --set targetHeight=2048 --out results
  darkslide run look.jpg --agent virtualtryon --model-image anna.jpg --set generateVersion=weshopPro --set descriptionType=auto --out results`;

export function addRun(program: Command, perform: Perform): void {
  const command = program
    .command('run')
    .description('process photos with a recipe and wait until all are done')
    .argument('<photo...>', 'photos, folders of photos, or http(s) URLs of photos');
  addRecipeOptions(command)
    .addOption(outOption())
    .option('--again', 'process and pay again for photos already done with this recipe')
    .addOption(timeoutOption())
    .addHelpText('after', HELP)
    .action((photos: string[], options: RunOptions, self: Command) =>
      perform(self, (context) => runHere(context, photos, options), options),
    );
}
