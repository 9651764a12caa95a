import { lstat, stat } from 'node:fs/promises';
import type { BigIntStats } from 'node:fs';
import { errorCode } from '../../base/files.ts';
import { FileRefused, largestPhoto } from '../../base/regular-file.ts';
import {
  ANY_INODE,
  isSkipped,
  type FileLook,
  type Sighting,
} from '../../adapters/ledger/sightings.ts';

/**
 * Returns size, time and inode of a file (its "look"), which are enough to tell whether the file
 * has changed or was replaced.
 */
export function lookOf(stats: BigIntStats): FileLook {
  return {
    bytes: Number(stats.size),
    mtimeMs: Number(stats.mtimeNs / 1_000_000n),
    inode: String(stats.ino),
  };
}

export function sameLook(a: FileLook, b: FileLook): boolean {
  return looksAlike(a, b) && a.inode === b.inode;
}

/**
 * Returns whether two files have the same size and time. Some disks (FAT, exFAT) and shares give a file another inode
 * each time they are connected, so only these two say that a file which must not be bought is still the same.
 */
export function looksAlike(a: FileLook, b: FileLook): boolean {
  return a.bytes === b.bytes && a.mtimeMs === b.mtimeMs;
}

/**
 * Returns whether a sighting is of the file that looks like this, at this station or at the one that skipped it. A file
 * that was skipped or refused stays so with another inode.
 */
export function isSighted(sighting: FileLook & Pick<Sighting, 'outcome'>, look: FileLook): boolean {
  if (sighting.inode === ANY_INODE) return isSkipped(look, sighting);
  const isLeftOut = sighting.outcome === 'seen' || sighting.outcome === 'failed';
  return isLeftOut ? looksAlike(sighting, look) : sameLook(sighting, look);
}

/**
 * Returns the look of a regular file that the user named; follows a symbolic link. Throws the
 * system's error, or a `FileRefused`.
 */
export async function lookAt(path: string): Promise<FileLook> {
  const stats = await stat(path, { bigint: true });
  if (!stats.isFile()) throw new FileRefused('NOT_REGULAR', { most: largestPhoto });
  return lookOf(stats);
}

/** Returns the look of a regular file in a folder; null for anything else. */
export async function lookInFolder(path: string): Promise<FileLook | null> {
  try {
    const stats = await lstat(path, { bigint: true });
    return stats.isFile() ? lookOf(stats) : null;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return null;
  }
}
