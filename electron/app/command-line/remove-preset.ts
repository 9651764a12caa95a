import { success, type Outcome } from '#shared/problem.ts';
import { recipesWith } from '../finish/recipes-with.ts';
import { removePreset } from '../finish/remove-preset.ts';
import { inEachLedger } from './each-ledger.ts';
import type { CommandSetup } from './setup.ts';

/**
 * `finish remove`: removes a preset of the user; returns the names of the saved recipes that used it, which no longer
 * make its files. Problems: those of reading the ledgers and of `removePreset`.
 */
export async function removePresetCommand(
  { start: { dataFolder } }: Pick<CommandSetup, 'start'>,
  name: string,
): Promise<Outcome<readonly string[]>> {
  const recipes = await inEachLedger(dataFolder, (ledger) => recipesWith(ledger, name));
  if (!recipes.ok) return recipes;
  const removed = await removePreset(dataFolder, name);
  return removed.ok ? success([...new Set(recipes.value)]) : removed;
}
