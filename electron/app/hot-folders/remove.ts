import { success, type Outcome } from '#shared/problem.ts';
import type { Studio } from '../../studio.ts';
import { findSaved } from './find.ts';

/**
 * Removes a hot folder; its photos, jobs and results stay. Holds jobs that waited because the folder was paused.
 * Problem: folder-unknown.
 */
export function removeHotFolder(
  { ledger, hotFolders, wake }: Pick<Studio, 'ledger' | 'hotFolders' | 'wake'>,
  id: number,
): Outcome<void> {
  const folder = findSaved(ledger, id);
  if (!folder.ok) return folder;
  ledger.hotFolders.remove(id);
  hotFolders.refresh(id);
  wake();
  return success();
}
