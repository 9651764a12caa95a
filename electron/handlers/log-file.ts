import { closeSync, mkdirSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';

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

  const lookAt = () => statSync(part(0), { bigint: true, throwIfNoEntry: false });
  const close = () => {
    if (opened !== null) closeSync(opened.handle);
    opened = null;
  };
  const open = (): number => {
    close();
    mkdirSync(folder, { recursive: true });
    const handle = openSync(part(0), 'a');
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
