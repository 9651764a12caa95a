import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { FileRefused } from '../../base/regular-file.ts';

/** The part that is written now. */
export const logName = 'darkslide.log';

/** A log on disk that never grows past `files` times `bytes`, but by the last line of each part. */
export interface LogFile {
  /** One line with its end. A disk that takes none loses it: the log never stops the work. */
  write(line: string): void;
  close(): void;
}

/**
 * Writes to `darkslide.log` in `folder`, which is made; the older parts end in `.1`, `.2` … Several
 * processes may write to the same one: each line is appended whole, and who finds that another has
 * turned the parts goes on in the new one.
 */
export function openLogFile(folder: string, bytes: number, files: number): LogFile {
  const part = (n: number) => join(folder, n === 0 ? logName : `darkslide.${n}.log`);
  let opened: { readonly handle: number; readonly ino: bigint } | null = null;

  const lookAt = () => lstatSync(part(0), { bigint: true, throwIfNoEntry: false });
  const close = () => {
    if (opened !== null) closeSync(opened.handle);
    opened = null;
  };
  const open = (): number => {
    close();
    mkdirSync(folder, { recursive: true });
    const handle = openForAppending(part(0));
    opened = { handle, ino: lookAt()?.ino ?? 0n };
    return handle;
  };
  /** A part that another program holds on Windows stays: the log goes on in the one that is too long. */
  const turn = () => {
    close();
    drop(part(files - 1));
    for (let n = files - 2; n >= 0; n -= 1) moveIfThere(part(n), part(n + 1));
  };

  return {
    write(line) {
      try {
        const there = lookAt();
        if (there !== undefined && there.size >= BigInt(bytes)) turn();
        const isOurs = opened !== null && there !== undefined && there.ino === opened.ino;
        writeSync(isOurs && opened !== null ? opened.handle : open(), line);
      } catch {
        // the entries stay on screen; a full disk shows in the work itself
      }
    },
    close,
  };
}

/**
 * Opens a log file for writing at its end; it is made where it is missing. Only a regular file: others
 * may write to the folder of a log, and a link would lead to somebody's file, a FIFO stop the program.
 * Throws what the disk says.
 */
export function openForAppending(file: string): number {
  // Windows has neither of the two flags
  const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants as Partial<typeof constants>;
  const appending = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT;
  const handle = openSync(file, appending | O_NOFOLLOW | O_NONBLOCK);
  if (fstatSync(handle).isFile()) return handle;
  closeSync(handle);
  throw new FileRefused('NOT_REGULAR', { most: Infinity });
}

function drop(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // held by another program; the next one is written over it or stays where it is
  }
}

function moveIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch {
    // an older part that is not there yet, or is held by another program
  }
}
