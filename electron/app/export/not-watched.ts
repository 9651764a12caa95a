import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { isInside } from '../../base/paths.ts';

/**
 * Checks that files written to a folder are not taken for new photos by a hot folder. Paths are absolute.
 * Problem: export-folder-watched, with the parameter `folder`.
 */
export async function checkNotWatched(
  folder: string,
  hotFolders: readonly string[],
): Promise<Outcome<void>> {
  for (const hotFolder of hotFolders) {
    // a hot folder on an unreachable share cannot admit files
    if (await isInside(folder, hotFolder).catch(() => false)) {
      return failure('export-folder-watched', {}, { about: folder, parameter: 'folder' });
    }
  }
  return success();
}
