import { existsSync, statfsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Bytes; a container's default size is full after a few tests. */
const ENOUGH = 2 * 2 ** 30;

/** A disk in memory, where the system has a large one: real files without the latency of a disk. */
const fastDisk = isRoomy('/dev/shm') ? '/dev/shm' : tmpdir();

function isRoomy(path: string): boolean {
  if (!existsSync(path)) return false;
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize > ENOUGH;
}

/** Creates a folder there, or on another disk. */
export const newFolder = (name: string, disk = fastDisk): Promise<string> =>
  mkdtemp(join(disk, `darkslide-${name}-`));
