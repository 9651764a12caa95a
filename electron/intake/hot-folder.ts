import { failure, success, type Outcome } from '#shared/problem.ts';
import { checkOutputFolder } from '../delivery/output-folder.ts';
import type { HotFolder } from '../ledger/hot-folders.ts';
import { Keeper } from './keeper.ts';
import type { ResolvedRecipe } from './recipe-files.ts';
import { rootOf } from './root.ts';
import type { IntakeEvent, IntakeParts, Watcher } from './types.ts';

export type { IntakeEvent, Watcher } from './types.ts';

/**
 * Watches a hot folder and takes in what settles in it, in natural order, until it is closed. Resolves
 * when all that lies in it has been seen. `existing: 'skip'` marks that as seen instead of taking it.
 * Problems: folder-own-output and what else `checkOutputFolder` refuses; folder-missing when the
 * folder cannot be opened at the start.
 */
export async function watchFolder(
  parts: IntakeParts,
  folder: HotFolder,
  recipe: ResolvedRecipe,
  options: { readonly existing: 'process' | 'skip' },
  on: (event: IntakeEvent) => void,
): Promise<Outcome<Watcher>> {
  const reach = rootOf(folder.path, parts.clock);
  const root = await reach();
  if (!root.ok) {
    const message = `The hot folder ${folder.path} is not there or cannot be opened. Check its name and that its disk is connected.`;
    return failure('folder-missing', message, { detail: root.problem.detail ?? '' });
  }
  const output = await checkOutputFolder(folder.outFolder, folder.path);
  if (!output.ok) return output;
  const keeper = new Keeper(parts, folder, recipe, reach, on);
  await keeper.start(options.existing);
  return success(keeper);
}
