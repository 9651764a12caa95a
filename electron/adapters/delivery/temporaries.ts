import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import { removeLeftovers, unfinishedBeside } from '#electron/base/files.ts';

/** Unfinished files next to their targets, in folders to which others may write. */
export interface Temporaries {
  /** Returns a new random path for a file that must be created exclusively. */
  beside(target: string): Promise<string>;
  /**
   * Removes what an interrupted process left in a folder, once per folder, before anything is written
   * there.
   */
  tidy(folder: string): Promise<void>;
}

/**
 * @param owner unique and the same after every restart, such as a data folder, which one process uses at a
 * time; only the leftovers of this owner are removed
 */
export function createTemporaries(owner: string, random: () => number): Temporaries {
  const kind = createHash('sha256').update(owner).digest('hex').slice(0, 12);
  const tidied = new Map<string, Promise<void>>();
  const tidy = (folder: string): Promise<void> => {
    // a file that another program holds open stays and does no harm
    const known = tidied.get(folder) ?? removeLeftovers(folder, kind).catch(() => undefined);
    tidied.set(folder, known);
    return known;
  };
  return {
    tidy,
    async beside(target) {
      await tidy(dirname(target));
      return unfinishedBeside(target, random, kind);
    },
  };
}
