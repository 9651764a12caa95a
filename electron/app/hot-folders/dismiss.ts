import { success, type Outcome } from '#shared/problem.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';

/** Lists a refused file of a hot folder no more unless it changes; its path is below the folder. */
export function dismissRefusedFile(
  { sightings }: Ledger,
  hotFolderId: number,
  path: string,
): Outcome<void> {
  sightings.dismiss(hotFolderId, path);
  return success();
}
