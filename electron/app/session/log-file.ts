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

/** Name of the newest part, to which lines are written. */
export const logName = 'darkslide.log';

/** A log on disk in at most `files` parts of `bytes` each; a part may exceed that size by one line. */
export interface LogFile {
  /**
   * Writes one line and its line break. If writing fails, the line is lost, because the log must never stop the
   * program.
   */
  write(line: string): void;
  close(): void;
}

/**
 * Opens `darkslide.log` in `folder`, which is created if missing; the names of older parts contain `.1`, `.2` and so
 * on. Several processes may write to the same log: each line is appended completely, and a process that finds the parts
 * rotated continues in the newest part.
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
  /**
   * Rotates the parts. On Windows, a part that another program has open cannot be renamed, and the log then grows
   * beyond its limit.
   */
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
        // The entries stay on screen. If the disk is full, processing stops, too, and reports the problem.
      }
    },
    close,
  };
}

/**
 * Opens a log file for appending, and creates it if it is missing. Opens only regular files, because other users may be
 * able to write to the folder of a log: a link would lead to another file, and a FIFO would block the program. Throws
 * the system's error.
 */
export function openForAppending(file: string): number {
  // Windows has neither of these flags, so they are 0 there.
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
    // the part is open in another program; the next rotation overwrites it or leaves it in place
  }
}

function moveIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch {
    // The older part does not exist yet, or another program has it open.
  }
}
