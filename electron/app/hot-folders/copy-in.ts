import { basename, dirname, join } from 'node:path';
import type { Input } from '#shared/ipc.ts';
import { failure } from '#shared/failure.ts';
import { success, type Outcome, type Problem } from '#shared/problem.ts';
import type { CopiedPhotos } from '#shared/views/folders.ts';
import { createTemporaries, type Temporaries } from '../../adapters/delivery/temporaries.ts';
import { systemClock } from '../../base/clock.ts';
import { isTaken } from '../../base/files.ts';
import { rootOf } from '../../engine/intake/root.ts';
import { photoOfTicket } from '../../engine/intake/ticket.ts';
import type { Studio } from '../../studio.ts';
import { copyPhoto } from './copy-photo.ts';
import { createDestinations, type Destinations } from './destinations.ts';
import { findSaved } from './find.ts';

interface Parts extends Pick<Studio, 'ledger' | 'images' | 'hotFolders'> {
  readonly temporaries: Temporaries;
}

/** Problems that all remaining photos would have as well. */
const concernsAll: ReadonlySet<string> = new Set([
  'disk-full',
  'disk-failing',
  'folder-unwritable',
]);

/**
 * Returns the list of unfinished copies for `copyPhotosIn`, which is stored below `owner`: a data folder, or the path
 * of an uploaded photo.
 */
export function unfinishedCopies(owner: string): Temporaries {
  return createTemporaries(join(owner, 'copies'), Math.random);
}

/**
 * Copies photos with their tickets into a hot folder, to places at which the watcher looks. The originals stay, and
 * nothing is overwritten: a photo whose name is taken gets a number, unless the file in the hot folder is the same
 * photo. Photos of a folder `from` keep their subfolders where the watcher searches them. A hot folder that is not
 * mounted takes no photos, because they would be stored on the disk below it. Skips the remaining photos after an abort.
 * Problems: folder-unknown, disk-full, disk-failing, folder-unwritable, those of a hot folder that is unreachable;
 * problems of single photos are part of the result.
 */
export async function copyPhotosIn(
  studio: Parts,
  { id, paths, from }: Input<'folders.copy-in'>,
  signal: AbortSignal,
): Promise<Outcome<CopiedPhotos>> {
  const folder = findSaved(studio.ledger, id);
  if (!folder.ok) return folder;
  const { state, problem } = studio.hotFolders.status(id);
  if (state === 'unreachable' && problem !== null) return failure(problem);
  const findRoot = rootOf(folder.value.path, systemClock);
  const destinations = createDestinations(studio.ledger, folder.value);
  const refused: Problem[] = [];
  const copied: string[] = [];
  for (const path of paths) {
    if (signal.aborted) break;
    if (paths.includes(photoOfTicket(path) ?? '')) continue;
    const root = await findRoot();
    if (!root.ok) return root;
    const copying = { path, from, folder: folder.value.path };
    const done = await copyToDestination(studio, destinations, copying, signal);
    if (done.ok) copied.push(path);
    else if (concernsAll.has(done.problem.code)) return done;
    else refused.push(done.problem);
  }
  return success({ copied, refused });
}

async function copyToDestination(
  { images, temporaries }: Parts,
  destinations: Destinations,
  { path, from, folder }: { path: string; from: string | null; folder: string },
  signal: AbortSignal,
): Promise<Outcome<void>> {
  const name = basename(path);
  const about = { about: name };
  const photo = photoOfTicket(path);
  if (photo !== null && (await isTaken(photo))) {
    return failure('photo-not-copied.with-photo', { name, photo: basename(photo) }, about);
  }
  if (await destinations.isWatched(path)) return failure('photo-not-copied', { name }, about);
  const below = await destinations.of(path, from);
  if (below === null) return failure('photo-not-copied.name', { name }, about);
  const probed = await images.probe(path, signal);
  if (!probed.ok) return probed;
  const target = join(folder, below);
  return copyPhoto(temporaries, { path, folder, target, top: from ?? dirname(path) }, signal);
}
