import { success, type Outcome } from '#shared/problem.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';

/**
 * Stops listing a refused file of a hot folder until it changes; its path is relative to the
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
