import { closeSync, fstatSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** A log on disk that never grows past `files` times `bytes`. */
export interface LogFile {
  /** One line with its end. A disk that takes none loses it: the log never stops the work. */
  write(line: string): void;
  close(): void;
}

/** Writes to `darkslide.log` in `folder`, which is made; the older parts end in `.1`, `.2` … */
export function openLogFile(folder: string, bytes: number, files: number): LogFile {
  const part = (n: number) => join(folder, n === 0 ? 'darkslide.log' : `darkslide.${n}.log`);
  let handle: number | null = null;
  let size = 0;

  const open = () => {
    mkdirSync(folder, { recursive: true });
    handle = openSync(part(0), 'a');
    size = fstatSync(handle).size;
    return handle;
  };
  const close = () => {
    if (handle !== null) closeSync(handle);
    handle = null;
  };
  const turn = () => {
    close();
    rmSync(part(files - 1), { force: true });
    for (let n = files - 2; n >= 0; n -= 1) moveIfThere(part(n), part(n + 1));
  };

  return {
    write(line) {
      try {
        if (size >= bytes) turn();
        size += writeSync(handle ?? open(), line);
      } catch {
        // the entries stay on screen; a full disk shows in the work itself
      }
    },
    close,
  };
}

function moveIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch {
    // an older part that is not there yet
  }
}
