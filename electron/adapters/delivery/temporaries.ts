import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import { removeLeftovers, unfinishedBeside } from '#electron/base/files.ts';

/** Unfinished files beside their targets in folders that others may write to. */
export interface Temporaries {
  /** A path for a file that is to be made exclusively; another one each time. */
  beside(target: string): Promise<string>;
  /** Removes what an interrupted process left in a folder; once, before anything is put there. */
  tidy(folder: string): Promise<void>;
}

/**
 * @param owner the same at every start and of nobody else, such as a data folder, in which one process
 *   works at a time: only what it left behind is removed
 */
export function createTemporaries(owner: string, random: () => number): Temporaries {
  const kind = createHash('sha256').update(owner).digest('hex').slice(0, 12);
  const tidied = new Map<string, Promise<void>>();
  const tidy = (folder: string): Promise<void> => {
    // one that is held by another program stays, and is in nobody's way
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
