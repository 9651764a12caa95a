import { realpath } from 'node:fs/promises';
import { basename, dirname, relative, sep } from 'node:path';
import { isInside } from '../../base/paths.ts';
import type { HotFolder } from '../../adapters/ledger/hot-folders.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import { isFound, isJunk, leftOutOf } from '../../engine/intake/names.ts';
import { createOwnPlaces } from '../../engine/intake/own-places.ts';

/** Finds places below a hot folder at which its watcher looks for photos. */
export interface Destinations {
  /** Returns whether the watcher finds the file where it is now. Throws file system errors. */
  isWatched(path: string): Promise<boolean>;
  /**
   * Returns where a photo belongs, relative to the hot folder, with forward slashes; null if hot folders ignore its
   * name. Photos of a folder `from` keep their subfolders, except for those that the watcher leaves out.
   */
  of(path: string, from: string | null): Promise<string | null>;
}

export function createDestinations(
  ledger: Pick<Ledger, 'outFolders'>,
  folder: Pick<HotFolder, 'path' | 'subFolders'>,
): Destinations {
  const isLeftOut = leftOutOf(folder);
  const places = createOwnPlaces(ledger, folder.path);
  const finds = async (below: string) => isFound(below, isLeftOut) && !(await places.holds(below));
  return {
    async isWatched(path) {
      if (!(await isInside(path, folder.path))) return false;
      const [real, root] = await Promise.all([realpath(path), realpath(folder.path)]);
      return finds(partsBelow(root, real).join('/'));
    },
    async of(path, from) {
      if (isJunk(basename(path))) return null;
      let parts = from === null ? [basename(path)] : partsBelow(dirname(from), path);
      while (parts.length > 1 && !(await finds(parts.join('/')))) parts = parts.slice(1);
      return parts.join('/');
    },
  };
}

function partsBelow(folder: string, path: string): string[] {
  return relative(folder, path).split(sep);
}
