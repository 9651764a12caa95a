import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { below } from '../../../base/paths.ts';
import type { Ledger } from '../../../adapters/ledger/open.ts';
import { localPlace } from '../../../adapters/shared-studio/roots.ts';
import type { SharedWork, SkippedFile } from '../../../adapters/shared-studio/shared-work.ts';
import type { Lease } from '../../../adapters/shared-studio/types.ts';
import type { Hands, SharedFolder } from './parts.ts';

/**
 * Maximum difference in ms between the times of a file at two stations, because their file systems round times
 * differently.
 */
const ROUNDING = 2000;

interface SkippedParts {
  readonly shared: Pick<SharedWork, 'skip' | 'skipped'>;
  readonly ledger: Pick<Ledger, 'hotFolders' | 'sightings' | 'transaction'>;
}

/**
 * Tells the other stations which files of a hot folder are never admitted, before one of them can watch the folder.
 * Problems: those of the database, station-lease-lost.
 */
export async function shareSkipped(
  { shared, ledger }: SkippedParts,
  { id, key }: SharedFolder,
  lease: Lease | null,
): Promise<Outcome<void>> {
  if (lease === null) return failure('station-lease-lost');
  const told = await shared.skip(key, ledger.sightings.seen(id), lease);
  return told.ok ? success() : told;
}

/** Reads which files of a hot folder are never admitted, so that this station does not buy them either. */
export async function learnSkipped(
  {
    shared,
    ledger: { hotFolders, sightings, transaction },
    hands,
  }: SkippedParts & { readonly hands: Pick<Hands, 'look'> },
  { id, key }: SharedFolder,
): Promise<Outcome<void>> {
  const files = await shared.skipped(key);
  const folder = hotFolders.get(id);
  if (!files.ok || folder === undefined) return files.ok ? success() : files;
  for (const file of files.value) {
    if (sightings.find(id, file.path) !== undefined) continue;
    const look = await lookAtSkipped(hands, folder.path, file);
    if (look === null) continue;
    const nothing = { jobId: null, code: null, message: null, said: null, ticket: null };
    transaction(() => {
      sightings.write(id, { ...look, path: file.path, outcome: 'seen', ...nothing });
    });
  }
  return success();
}

/**
 * Returns the look of a skipped file at this station; null if there is no such file, if it has changed, or if its
 * path leads out of the folder.
 */
async function lookAtSkipped(
  hands: Pick<Hands, 'look'>,
  folder: string,
  { path, bytes, mtimeMs }: SkippedFile,
) {
  if (localPlace({ folder }, { root: 'folder', path }) === null) return null;
  const look = await hands.look(below(folder, path));
  if (look === null || look.bytes !== bytes) return null;
  return Math.abs(look.mtimeMs - mtimeMs) <= ROUNDING ? look : null;
}
