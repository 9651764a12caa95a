import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk in memory, where the system has one: real files, and nothing waits for a platter. */
const fastDisk = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** A new folder there, or on another disk. */
export const newFolder = (name: string, disk = fastDisk): Promise<string> =>
  mkdtemp(join(disk, `darkslide-${name}-`));
