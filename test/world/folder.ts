import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk in memory, where the system has one: real files, and nothing waits for a platter. */
const fastDisk = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** A new folder there. */
export const newFolder = (name: string): Promise<string> =>
  mkdtemp(join(fastDisk, `darkslide-${name}-`));
