import { existsSync, statfsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Minimum size in bytes of a disk in memory. The default size in a container is too small, because a few tests
 * fill it.
 */
const ENOUGH = 2 * 2 ** 30;

/**
 * Folder on a disk in memory, if the system has a large one, so that tests use real files without the latency
 * of a disk; otherwise, the temporary folder.
 */
const fastDisk = isRoomy('/dev/shm') ? '/dev/shm' : tmpdir();

function isRoomy(path: string): boolean {
  if (!existsSync(path)) return false;
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize > ENOUGH;
}

/** Creates a folder on the fast disk, or on another disk. */
export const newFolder = (name: string, disk = fastDisk): Promise<string> =>
  mkdtemp(join(disk, `darkslide-${name}-`));
