import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { isEmptyFolder } from '../../base/empty-folder.ts';
import { copyRegular } from '../../base/files.ts';

/**
 * The disk functions of the queue itself; images and delivery have their own. Each call throws the
 * system's error.
 */
export interface Disk {
  /** Creates a folder with its parents. */
  makeFolder(folder: string): Promise<void>;
  /** Removes a folder with its content; a missing folder is not an error. */
  removeFolder(folder: string): Promise<void>;
  /** Returns size and `mark`, which changes when the file is changed or replaced. */
  look(file: string): Promise<{ readonly bytes: number; readonly mark: string }>;
  /**
   * Returns whether a folder can be read and is not empty: an empty folder may be the mount point of a disk that is
   * not mounted. Never throws.
   */
  reaches(folder: string): Promise<boolean>;
  /** Returns whether a folder exists, also an empty one. Never throws. */
  hasFolder(folder: string): Promise<boolean>;
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
  reaches: async (folder) => (await isEmptyFolder(folder)) === false,
  hasFolder: (folder) =>
    stat(folder).then(
      (found) => found.isDirectory(),
      () => false,
    ),
  copy: copyRegular,
  base64: (file) => readFile(file, 'base64'),
};
