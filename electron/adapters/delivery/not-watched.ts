import { basename, dirname } from 'node:path';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { below, isInside } from '../../base/paths.ts';

/**
 * Checks that no hot folder would treat files written to this folder as new photos. Paths are absolute. Problem:
 * export-folder-watched, with the parameter `folder`.
 */
export async function checkNotWatched(
  folder: string,
  hotFolders: readonly string[],
): Promise<Outcome<void>> {
  for (const hotFolder of hotFolders) {
    if (await lies(folder, hotFolder)) {
      return failure('export-folder-watched', {}, { about: folder, parameter: 'folder' });
    }
  }
  return success();
}

/**
 * Checks that a file with this name does not get into a hot folder through the folders in its name. An output folder
 * that is a hot folder itself is allowed: the user chose it so that another recipe processes the results. `name` is
 * relative to `outFolder`, with forward slashes. Problem: name-in-hot-folder.
 */
export async function checkNameApart(
  name: string,
  outFolder: string,
  hotFolders: readonly string[],
): Promise<Outcome<void>> {
  const folder = dirname(below(outFolder, name));
  if (folder === outFolder) return success();
  for (const hotFolder of hotFolders) {
    if (!(await lies(folder, hotFolder)) || (await lies(outFolder, hotFolder))) continue;
    const values = { folder: basename(hotFolder), name };
    return failure('name-in-hot-folder', values, { about: hotFolder });
  }
  return success();
}

/** A hot folder that cannot be reached admits no files, so it causes no conflict. */
const lies = (folder: string, hotFolder: string): Promise<boolean> =>
  isInside(folder, hotFolder).catch(() => false);
