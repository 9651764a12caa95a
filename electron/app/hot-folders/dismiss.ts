import { success, type Outcome } from '#shared/problem.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';

/**
 * Removes a refused file of a hot folder from the list until the file changes. The file's path is relative to the
 * folder.
 */
export function dismissRefusedFile(
  { sightings }: Ledger,
  hotFolderId: number,
  path: string,
): Outcome<void> {
  sightings.dismiss(hotFolderId, path);
  return success();
}
