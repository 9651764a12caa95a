import { existsSync, statfsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Minimum size in bytes; the default size in a container is full after a few tests. */
const ENOUGH = 2 * 2 ** 30;

/** A disk in memory if the system has a large one, so that tests use real files without the latency of a disk. */
const fastDisk = isRoomy('/dev/shm') ? '/dev/shm' : tmpdir();

function isRoomy(path: string): boolean {
  if (!existsSync(path)) return false;
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize > ENOUGH;
}

/** Creates a folder on the fast disk, or on another disk. */
export const newFolder = (name: string, disk = fastDisk): Promise<string> =>
  mkdtemp(join(disk, `darkslide-${name}-`));
