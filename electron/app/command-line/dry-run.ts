import { existsSync } from 'node:fs';
import type { CommandInput } from '#shared/contract/command-line-channels.ts';
import { ledgerFile } from '../../adapters/ledger/files.ts';
import { foreseeWatch } from '../hot-folders/watch.ts';
import { lookIntoLedger, withOpenLedger } from './meant-ledger.ts';
import { readRecipe } from './recipe.ts';
import { usualLedgerFolder, type CommandSetup } from './setup.ts';

/**
 * `watch --dry-run`: returns what watching would do and buy. Problems: those of `readRecipe`, of opening the ledger
 * and of `foreseeWatch`.
 */
export async function dryRunWatch(
  setup: CommandSetup,
  { settings, recipe: given }: Pick<CommandInput<'watch'>, 'settings' | 'recipe'>,
): ReturnType<typeof foreseeWatch> {
  const { interrupted, start } = setup;
  const recipe = await readRecipe(given, interrupted);
  if (!recipe.ok) return recipe;
  // Creates a missing ledger, so that a dry run is possible before the first watch.
  const look = existsSync(ledgerFile(usualLedgerFolder(setup))) ? lookIntoLedger : withOpenLedger;
  return look(setup, (ledger) =>
    foreseeWatch({ ledger, access: start.access }, settings, recipe.value, interrupted),
  );
}
