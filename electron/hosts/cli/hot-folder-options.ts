import { Option, type Command } from 'commander';
import { addRecipeOptions } from './recipe-options.ts';
import { count, outOption, seconds } from './values.ts';

/** The options with which `watch` and `service install` say what a hot folder does with its photos. */
export function addHotFolderOptions(command: Command): Command {
  return addRecipeOptions(command)
    .addOption(outOption())
    .addOption(
      new Option('--after <what>', 'what becomes of a photo afterwards')
        .choices(['move', 'leave'])
        .default('move'),
    )
    .addOption(
      new Option('--existing <what>', 'what lies in the folder already')
        .choices(['process', 'skip'])
        .default('process'),
    )
    .option('--settle <seconds>', 'how long a file must stand still before it is read', seconds, 2)
    .option('--limit-per-day <images>', 'generated images a day at most', count)
    .addOption(
      new Option(
        '--large-drops <what>',
        'more photos at once than the settings allow: ask before any is bought, or run them (default: ask, unless "always" was answered for the folder)',
      ).choices(['ask', 'run']),
    )
    .option('--require-tickets', 'take a photo only with its ticket, such as IMG_1.jpg.json')
    .option(
      '--log <folder>',
      'write what is printed to a log there as well, which never grows large',
    );
}
