import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { removeLeftovers, unfinishedBeside } from '#electron/base/files.ts';
import { isRunning } from '../../base/running.ts';

/** Creates unfinished files next to their targets, in folders to which other programs may write. */
export interface Temporaries {
  /** Returns a new random path for a file that must be created exclusively. */
  beside(target: string): Promise<string>;
  /**
   * Removes what an interrupted process left in a folder, once per folder, before any file is
   * written there.
   */
  tidy(folder: string): Promise<void>;
}

/**
 * Creates temporaries for `owner`, which only one process uses at a time.
 *
 * @param owner unique and the same after every restart, such as a data folder; only the leftovers
 * of this owner are removed
 */
export function createTemporaries(owner: string, random: () => number): Temporaries {
  const kind = shortHash(owner);
  return createFor(kind, random, (folder) => removeLeftovers(folder, kind));
}

/**
 * Creates temporaries that several processes may use at the same time, even in the same folder.
 * Removes only the leftovers of processes on this computer that have ended. `purpose` consists of
 * letters.
 */
export function createProcessTemporaries(purpose: string, random: () => number): Temporaries {
  const kind = `${purpose}-${shortHash(hostname())}`;
  return createFor(`${kind}-${process.pid}`, random, (folder) =>
    removeLeftovers(folder, kind, (rest) => !isRunning(Number.parseInt(rest, 10))),
  );
}

function createFor(
  kind: string,
  random: () => number,
  removeOld: (folder: string) => Promise<void>,
): Temporaries {
  const tidied = new Map<string, Promise<void>>();
  const tidy = (folder: string): Promise<void> => {
    // a file that another program has open cannot be removed, and does no harm
    const known = tidied.get(folder) ?? removeOld(folder).catch(() => undefined);
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

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
