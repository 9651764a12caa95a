import { Option, type Command } from 'commander';
import { addRecipeOptions } from './recipe-options.ts';
import type { HelpTexts } from './speech.ts';
import { amount, clientName, count, outOption, seconds } from './values.ts';

/** Adds the hot folder options of `watch` and `service install`. */
export function addHotFolderOptions(command: Command, t: HelpTexts): Command {
  return addRecipeOptions(command, t)
    .addOption(outOption(t))
    .addOption(
      new Option('--after <what>', t('folder.after')).choices(['move', 'leave']).default('move'),
    )
    .addOption(
      new Option('--existing <what>', t('folder.existing'))
        .choices(['process', 'skip'])
        .default('process'),
    )
    .option('--settle <seconds>', t('folder.settle'), seconds, 2)
    .option('--limit-per-day <images>', t('folder.limit'), count)
    .option('--limit-per-month <images>', t('folder.limitPerMonth'), count)
    .option('--cost-limit-per-day <amount>', t('folder.costLimitPerDay'), amount)
    .option('--cost-limit-per-month <amount>', t('folder.costLimitPerMonth'), amount)
    .addOption(new Option('--large-drops <what>', t('folder.largeDrops')).choices(['ask', 'run']))
    .option('--client <name>', t('folder.client'), clientName)
    .option('--require-tickets', t('folder.tickets'))
    .option('--log <folder>', t('folder.log'));
}
