import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { below } from '../../../base/paths.ts';
import type { Ledger } from '../../../adapters/ledger/open.ts';
import { ANY_INODE, isSkipped } from '../../../adapters/ledger/sightings.ts';
import { localPlace } from '../../../adapters/shared-studio/roots.ts';
import type { SharedWork } from '../../../adapters/shared-studio/shared-work.ts';
import type { Lease } from '../../../adapters/shared-studio/types.ts';
import type { Hands, SharedFolder } from './parts.ts';

interface SkippedParts {
  readonly shared: Pick<SharedWork, 'skip' | 'skipped'>;
  readonly ledger: Pick<Ledger, 'hotFolders' | 'sightings' | 'largeDrops' | 'transaction'>;
}

/**
 * Tells the other stations which files of a hot folder are never admitted, before one of them can watch the folder.
 * `gone`: paths of files that may be admitted again. Problems: those of the database, station-lease-lost.
 */
export async function shareSkipped(
  { shared, ledger }: SkippedParts,
  { id, key }: SharedFolder,
  lease: Lease | null,
  gone: readonly string[] = [],
): Promise<Outcome<void>> {
  if (lease === null) return failure('station-lease-lost');
  const told = await shared.skip(key, { files: ledger.sightings.seen(id), gone }, lease);
  return told.ok ? success() : told;
}

/**
 * Reads which files of a hot folder are never admitted, so that this station does not buy them either. The files need
 * not be there yet, because the disk of the folder may be mounted later.
 */
export async function learnSkipped(
  {
    shared,
    ledger: { hotFolders, sightings, largeDrops, transaction },
    hands,
  }: SkippedParts & { readonly hands: Pick<Hands, 'look'> },
  { id, key }: SharedFolder,
): Promise<Outcome<void>> {
  const files = await shared.skipped(key);
  const folder = hotFolders.get(id);
  if (!files.ok || folder === undefined) return files.ok ? success() : files;
  for (const file of files.value) {
    const { path } = file;
    // a hostile station may have written a path that leads out of the folder
    if (localPlace({ folder: folder.path }, { root: 'folder', path }) === null) continue;
    const known = sightings.find(id, path);
    if (known !== undefined) {
      if (isSkipped(known, file)) continue;
      // what was known of an earlier file with this name is only replaced if the skipped file is there
      const look = await hands.look(below(folder.path, path));
      if (look === null || !isSkipped(look, file)) continue;
    }
    const dropped = largeDrops.find(id, path);
    const nothing = { jobId: null, code: null, message: null, said: null, ticket: null };
    transaction(() => {
      sightings.write(id, { ...file, inode: ANY_INODE, outcome: 'seen', ...nothing });
      // another station answered the question about this photo
      if (dropped !== undefined && isSkipped(dropped, file)) largeDrops.forget(id, path);
    });
  }
  return success();
}
