import { Option, type Command } from 'commander';
import { addRecipeOptions } from './recipe-options.ts';
import { count, outOption, seconds } from './values.ts';

/** Adds the hot folder options of `watch` and `service install`. */
export function addHotFolderOptions(command: Command): Command {
  return addRecipeOptions(command)
    .addOption(outOption())
    .addOption(
      new Option('--after <what>', 'what to do with a photo afterwards')
        .choices(['move', 'leave'])
        .default('move'),
    )
    .addOption(
      new Option('--existing <what>', 'what to do with photos already in the folder')
        .choices(['process', 'skip'])
        .default('process'),
    )
    .option('--settle <seconds>', 'wait until a file is unchanged for this time', seconds, 2)
    .option('--limit-per-day <images>', 'daily limit of generated images', count)
    .addOption(
      new Option(
        '--large-drops <what>',
        'drops larger than the limit in the settings: ask before buying, or run them (default: ask, unless you answered "always" for the folder)',
      ).choices(['ask', 'run']),
    )
    .option('--require-tickets', 'wait for the ticket of each photo, such as IMG_1.jpg.json')
    .option('--log <folder>', 'also write the output to a log in this folder, limited in size');
}
