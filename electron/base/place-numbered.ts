import { lstat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { numbered } from '#shared/naming.ts';
import type { Clock } from './clock.ts';
import { isTaken, sha256File, syncFolder, whileBusy } from './files.ts';
import { placeNew } from './place-file.ts';

interface Placing {
  /** Absolute path of the complete file, on the volume of `wanted`. */
  readonly temp: string;
  /** Absolute path without the extension. */
  readonly wanted: string;
  readonly extension: string;
}

interface PlacingOptions {
  /**
   * Checks whether an existing file already has the content of the file to place. If so, no other
   * name is needed.
   */
  readonly isSame?: (file: string) => Promise<boolean>;
  /** Called with each name before it is used. */
  readonly onTarget?: (file: string) => void;
}

/**
 * Gives a complete file the first free name: `wanted`, `wanted-2` and so on. Never replaces a file;
 * tries again while another program uses the file. Returns the path. If an existing file has the same content,
 * returns its path and leaves `temp` where it is. Throws file system errors.
 */
export async function placeNumbered(
  clock: Clock,
  { temp, wanted, extension }: Placing,
  { isSame, onTarget }: PlacingOptions,
  signal: AbortSignal | undefined,
): Promise<string> {
  for (let n = 1; ; n += 1) {
    const file = `${numbered(wanted, n)}${extension}`;
    if (!(await isTaken(file))) {
      onTarget?.(file);
      if ((await whileBusy(clock, () => placeNew(temp, file), signal)) === 'placed') {
        await syncFolder(dirname(file));
        return file;
      }
    }
    // another program may also have placed a file with this name just now
    if ((await isSame?.(file)) === true) {
      onTarget?.(file);
      return file;
    }
  }
}

/** Returns whether `file` is a regular file with the content of `temp`, whose SHA-256 is known. */
export async function isCopyOf(
  file: string,
  temp: string,
  sha256: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const [there, own] = await Promise.all([lstat(file), lstat(temp)]);
  return there.isFile() && there.size === own.size && (await sha256File(file, signal)) === sha256;
}
