import { success, type Outcome } from '#shared/problem.ts';
import { folderUnknown } from '../../engine/intake/large-drops.ts';
import type { HotFolder } from '../../adapters/ledger/hot-folders.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';

/** Returns one of the window's hot folders. Problem: folder-unknown. */
export function findSaved(
  { hotFolders }: Pick<Ledger, 'hotFolders'>,
  id: number,
): Outcome<HotFolder> {
  const folder = hotFolders.saved().find((one) => one.id === id);
  return folder === undefined ? folderUnknown() : success(folder);
}
