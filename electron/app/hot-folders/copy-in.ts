import { constants } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { basename, dirname, extname, join, relative } from 'node:path';
import type { Input } from '#shared/ipc.ts';
import { failure } from '#shared/failure.ts';
import { success, type Outcome, type Problem } from '#shared/problem.ts';
import type { CopiedPhotos } from '#shared/views/folders.ts';
import { createTemporaries, type Temporaries } from '../../adapters/delivery/temporaries.ts';
import { systemClock } from '../../base/clock.ts';
import { diskProblem, removeLeftover, sha256File, syncFile } from '../../base/files.ts';
import { isInside } from '../../base/paths.ts';
import { isCopyOf, placeNumbered } from '../../base/place-numbered.ts';
import { identifyPhoto } from '../../engine/intake/admit.ts';
import { rootOf } from '../../engine/intake/root.ts';
import type { Studio } from '../../studio.ts';
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
 * Copies photos into a hot folder, where the watcher finds each as a complete file. The originals stay, and nothing is
 * overwritten: a photo whose name is taken gets a number, unless the file in the hot folder is the same photo. Photos
 * of a folder `from` keep their subfolders. A hot folder that is not mounted takes no photos, because they would be
 * stored on the disk below it. Skips the remaining photos after an abort. Problems: folder-unknown, disk-full,
 * disk-failing, folder-unwritable, those of a hot folder that is unreachable; problems of single photos are part of
 * the result.
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
  const refused: Problem[] = [];
  const copied: string[] = [];
  for (const path of paths) {
    if (signal.aborted) break;
    const root = await findRoot();
    if (!root.ok) return root;
    const below = from === null ? '' : relative(dirname(from), dirname(path));
    const target = join(folder.value.path, below, basename(path));
    const done = await copyPhoto(studio, { path, folder: folder.value.path, target }, signal);
    if (done.ok) copied.push(path);
    else if (concernsAll.has(done.problem.code)) return done;
    else refused.push(done.problem);
  }
  return success({ copied, refused });
}

interface Copying {
  readonly path: string;
  /** The hot folder. */
  readonly folder: string;
  readonly target: string;
}

async function copyPhoto(
  { images, temporaries }: Parts,
  { path, folder, target }: Copying,
  signal: AbortSignal,
): Promise<Outcome<void>> {
  const name = basename(path);
  const about = { about: name };
  if (await isInside(path, folder)) return failure('photo-not-copied', { name }, about);
  const probed = await images.probe(path, signal);
  if (!probed.ok) return probed;
  const identified = await identifyPhoto(path, signal);
  if (!identified.ok) return identified;
  const { sha256 } = identified.value;
  if (sha256 === null) throw new Error(`${path} is an address.`);
  try {
    if (!(await isInside(dirname(target), folder))) {
      return failure('photo-not-copied.link', { name }, about);
    }
    await mkdir(dirname(target), { recursive: true });
    const temp = await temporaries.beside(target);
    return await placeCopy(path, { temp, target, sha256 }, signal);
  } catch (error) {
    return failure(diskProblem(error, target));
  }
}

/** Copies to an unfinished file beside the target, compares the copy with the original, and renames it. */
async function placeCopy(
  path: string,
  {
    temp,
    target,
    sha256,
  }: { readonly temp: string; readonly target: string; readonly sha256: string },
  signal: AbortSignal,
): Promise<Outcome<void>> {
  const extension = extname(target);
  const wanted = target.slice(0, target.length - extension.length);
  try {
    await copyFile(path, temp, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    if ((await sha256File(temp, signal)) !== sha256) {
      const name = basename(path);
      return failure('file-changing.again', { name }, { about: name });
    }
    await syncFile(temp);
    await placeNumbered(
      systemClock,
      { temp, wanted, extension },
      { isSame: (taken) => isCopyOf(taken, temp, sha256, signal) },
      signal,
    );
    return success();
  } finally {
    await removeLeftover(temp).catch(() => false);
  }
}
