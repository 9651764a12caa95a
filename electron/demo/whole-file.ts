import { rename, writeFile } from 'node:fs/promises';
import { unfinishedBeside } from '../base/files.ts';

/**
 * Writes a file of the demo service either completely or not at all, so that a killed process
 * leaves no partial file.
 */
export async function writeDemoFile(file: string, bytes: Uint8Array): Promise<void> {
  const temp = unfinishedBeside(file, Math.random);
  await writeFile(temp, bytes, { flag: 'wx' });
  await rename(temp, file);
}
