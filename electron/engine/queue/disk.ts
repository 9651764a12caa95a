import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { copyRegular } from '../../base/files.ts';

/**
 * What the queue itself asks of the disk; images and delivery bring their own ways. Each call throws
 * what the system says.
 */
export interface Disk {
  /** With every folder above it. */
  makeFolder(folder: string): Promise<void>;
  /** With all that is in it; one that is not there is no failure. */
  removeFolder(folder: string): Promise<void>;
  /** `mark` is another one after the file was changed or replaced. */
  look(file: string): Promise<{ readonly bytes: number; readonly mark: string }>;
  /** See `copyRegular`. */
  copy(from: string, to: string, signal: AbortSignal): Promise<string>;
  base64(file: string): Promise<string>;
}

export const systemDisk: Disk = {
  async makeFolder(folder) {
    await mkdir(folder, { recursive: true });
  },
  removeFolder: (folder) => rm(folder, { recursive: true, force: true }),
  async look(file) {
    const { size, mtimeMs, ino } = await stat(file, { bigint: true });
    return { bytes: Number(size), mark: `${size} ${mtimeMs} ${ino}` };
  },
  copy: copyRegular,
  base64: (file) => readFile(file, 'base64'),
};
