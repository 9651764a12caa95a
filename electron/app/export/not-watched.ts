import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { isInside } from '../../base/paths.ts';

/**
 * Checks that no hot folder would treat files written to this folder as new photos. Paths are absolute. Problem:
 * export-folder-watched, with the parameter `folder`.
 */
export async function checkNotWatched(
  folder: string,
  hotFolders: readonly string[],
): Promise<Outcome<void>> {
  for (const hotFolder of hotFolders) {
    // A hot folder that cannot be reached admits no files, so it causes no conflict.
    if (await isInside(folder, hotFolder).catch(() => false)) {
      return failure('export-folder-watched', {}, { about: folder, parameter: 'folder' });
    }
  }
  return success();
}
