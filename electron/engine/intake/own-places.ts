import { realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '../../base/files.ts';
import { below } from '../../base/paths.ts';
import { isDataFolder } from '../../adapters/ledger/data-folder.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';

/**
 * The folders below a hot folder whose pictures Darkslide wrote itself: data folders, and the output
 * folders of every hot folder, run and export. What lies in them is never taken for a photo. The hot
 * folder itself may be an output folder: that is how one recipe works on the results of another.
 */
export interface OwnPlaces {
  /** Looks anew where the output folders are; before a look at everything. */
  refresh(): void;
  /** Whether results are put into this folder. */
  readonly isOutput: (folder: string) => Promise<boolean>;
  /** Whether a file below the hot folder lies in one of them now; its path with forward slashes. */
  holds(relative: string): Promise<boolean>;
}

export function createOwnPlaces(
  { outFolders }: Pick<Ledger, 'outFolders'>,
  root: string,
): OwnPlaces {
  /** By path; null where nothing can be found there. */
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

/** The same for every path to a folder, through links and whatever the case of its name. */
async function identityOf(folder: string): Promise<string | null> {
  try {
    const { dev, ino } = await stat(folder, { bigint: true });
    // some network file systems number nothing; then only the path tells
    return ino === 0n ? await realpath(folder) : `${dev}:${ino}`;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return null;
  }
}
