import { realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '../../base/files.ts';
import { below, isInside } from '../../base/paths.ts';
import { isDataFolder } from '../../adapters/ledger/data-folder.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';

/**
 * The folders below a hot folder that contain pictures written by Darkslide: data folders, and the
 * output folders of every hot folder, run and export. Files in them are never admitted as photos.
 * The hot folder itself may be an output folder, so that one recipe can process the results of
 * another.
 */
export interface OwnPlaces {
  /** Reads the output folders again; called before a full scan. */
  refresh(): void;
  /** Returns whether results are written to this folder. */
  readonly isOutput: (folder: string) => Promise<boolean>;
  /**
   * Returns whether a file below the hot folder is now in a folder that contains pictures written by Darkslide.
   * `relative` has forward slashes.
   */
  holds(relative: string): Promise<boolean>;
}

export function createOwnPlaces(
  { outFolders }: Pick<Ledger, 'outFolders'>,
  root: string,
): OwnPlaces {
  /** Identity of each output folder, by path; null if nothing exists at the path. */
  const outputs = new Map<string, Promise<string | null>>();

  const isOutput = async (folder: string): Promise<boolean> => {
    const identity = await identityOf(folder);
    if (identity === null) return false;
    for (const path of outFolders.all()) {
      if (!outputs.has(path)) outputs.set(path, identityOf(path));
    }
    return (await Promise.all(outputs.values())).includes(identity);
  };

  return {
    refresh: () => outputs.clear(),
    isOutput,
    async holds(relative) {
      for (let at = dirname(relative); at !== '.'; at = dirname(at)) {
        const folder = below(root, at);
        if ((await isDataFolder(folder)) || (await isOutput(folder))) return true;
      }
      return isDataFolder(root);
    },
  };
}

/**
 * Returns an identity that is the same for every path to a folder, even through links or in another
 * case.
 */
async function identityOf(folder: string): Promise<string | null> {
  try {
    const { dev, ino } = await stat(folder, { bigint: true });
    // some network file systems have no inode numbers, so only the path identifies the folder
    return ino === 0n ? await realpath(folder) : `${dev}:${ino}`;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return null;
  }
}

/**
 * Returns whether a file is a shop file in the folder in which Darkslide placed it, even if it was renamed. A copy in
 * another folder is a photo like any other, because only the user can have put it there.
 */
export async function isShopFile(
  { results }: Pick<Ledger, 'results'>,
  path: string,
  sha256: string,
): Promise<boolean> {
  for (const file of results.shopFilesWith(sha256)) {
    // an output folder that cannot be read contains no photo either
    if (await isInside(path, dirname(file)).catch(() => false)) return true;
  }
  return false;
}
