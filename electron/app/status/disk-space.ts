import type { Clock } from '../../base/clock.ts';
import { freeSpace } from '../../base/files.ts';

/** ms that a disk is given to say how much room it has. */
const PATIENCE = 300;
/** ms for which an answer counts. */
const COUNTS = 5000;

interface Known {
  /** Null: not told. */
  bytes: number | null;
  askedAt: number;
  isAsked: boolean;
}

/**
 * Bytes free on the fullest of the volumes of some folders; null when none can be told. A disk that
 * does not answer, as a share that is gone, is waited for briefly and asked by one call at a time.
 */
export function watchSpace(clock: Clock): (folders: readonly string[]) => Promise<number | null> {
  const known = new Map<string, Known>();

  const ask = async (folder: string): Promise<void> => {
    const entry = known.get(folder) ?? { bytes: null, askedAt: -Infinity, isAsked: false };
    known.set(folder, entry);
    if (entry.isAsked || clock.mono() - entry.askedAt < COUNTS) return;
    entry.isAsked = true;
    entry.askedAt = clock.mono();
    entry.bytes = await freeSpace(folder).catch(() => null);
    entry.isAsked = false;
  };

  return async (folders) => {
    for (const folder of known.keys()) if (!folders.includes(folder)) known.delete(folder);
    const enough = new AbortController();
    const all = Promise.all(folders.map(ask)).finally(() => enough.abort());
    await Promise.race([all, clock.sleep(PATIENCE, enough.signal)]);
    const told = folders.flatMap((folder) => known.get(folder)?.bytes ?? []);
    return told.length === 0 ? null : Math.min(...told);
  };
}
