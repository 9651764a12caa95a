import type { Clock } from '../../base/clock.ts';
import { freeSpace } from '../../base/files.ts';

/** Time limit in ms for a disk to report its free space. */
const PATIENCE = 300;
/** Time in ms for which an answer is valid. */
const COUNTS = 5000;

interface Known {
  /** Number of free bytes; null if unknown. */
  bytes: number | null;
  askedAt: number;
  isAsked: boolean;
}

/**
 * Returns a function that reads the free bytes on the disks of these folders, and returns those of the fullest disk;
 * null if unknown. The function waits only briefly for a disk that does not respond, such as a disconnected share,
 * and runs at most one query per folder at a time.
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
