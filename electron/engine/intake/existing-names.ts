import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { errorCode } from '../../base/files.ts';

/** The names in each folder below a hot folder at one moment; null for a folder that could not be read. */
type Listing = Map<string, ReadonlySet<string> | null>;

/**
 * Lists the names below `root` without looking at the files, which is much faster than a scan; returns a function that
 * tells whether a path below `root` (with forward slashes) was added since. A path in a folder that could not be read
 * does not count as added. `isLeftOut` leaves out a sub-folder by its path below `root`.
 */
export async function existingNames(
  root: string,
  isLeftOut: (relative: string) => boolean,
  signal: AbortSignal,
): Promise<(relative: string) => boolean> {
  const listing: Listing = new Map();
  const left = [''];
  for (let at = left.pop(); at !== undefined && !signal.aborted; at = left.pop()) {
    const entries = await entriesOf(join(root, at));
    listing.set(at, entries && new Set(entries.map(({ name }) => name)));
    for (const entry of entries ?? []) {
      const relative = posix.join(at, entry.name);
      if (entry.isDirectory() && !isLeftOut(relative)) left.push(relative);
    }
  }
  return (relative) => isAdded(listing, relative);
}

function isAdded(listing: Listing, relative: string): boolean {
  const folder = posix.dirname(relative) === '.' ? '' : posix.dirname(relative);
  const names = listing.get(folder);
  if (names === undefined) return folder !== '' && isAdded(listing, folder);
  return names !== null && !names.has(posix.basename(relative));
}

async function entriesOf(folder: string): Promise<Dirent[] | null> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return null;
  }
}
