import { failure } from '#shared/failure.ts';
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  statSync,
  type Stats,
} from 'node:fs';
import { lstat, open, stat, type FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Failure } from '#shared/problem.ts';
import { noLongerNeeded, systemClock, type Clock } from './clock.ts';

/**
 * The only code that opens a file whose name comes from outside Darkslide: from the user, a ticket,
 * a recipe, a settings file or a folder to which others may write. Only regular files are opened,
 * so a FIFO or a device with that name cannot block the program. Never reads more than the file's
 * limit, whatever size the file claims to have.
 */

/**
 * Size in bytes of the largest photo that is read; layered files of the largest cameras are less
 * than half of that.
 */
export const largestPhoto = 8 * 2 ** 30;

/** The reasons that a file is not opened. */
type RefusalCode =
  /** The file is a folder, a FIFO, a socket or a device, or a link where links are not followed. */
  | 'NOT_REGULAR'
  /** The file is longer than the limit. */
  | 'TOO_LARGE'
  /** The disk did not return the file's content in time. */
  | 'TOO_SLOW';

/** An error with a code, like the system's own errors (see `errorCode`). */
export class FileRefused extends Error {
  readonly code: RefusalCode;
  readonly errno = 0;
  readonly syscall = 'open';

  /** The limit in bytes. */
  readonly most: number;

  constructor(code: RefusalCode, { most }: Pick<Reading, 'most'>) {
    super(`the file is not read: ${code}`);
    this.code = code;
    this.most = most;
  }

  /**
   * Returns the failure for the file at `path`. Problems: file-not-regular, file-too-large, file-unreadable.
   */
  failureAt(path: string): Failure {
    const name = basename(path);
    const about = { about: name };
    switch (this.code) {
      case 'NOT_REGULAR': {
        return failure('file-not-regular', { name }, about);
      }
      case 'TOO_LARGE': {
        return failure('file-too-large', { name, size: sizeText(this.most) }, about);
      }
      case 'TOO_SLOW': {
        return failure('file-unreadable.slow', { name }, { ...about, detail: this.code });
      }
    }
  }
}

function sizeText(bytes: number): string {
  const [unit, size] = [
    ['GB', 2 ** 30] as const,
    ['MB', 1_000_000] as const,
    ['KB', 1000] as const,
  ].find(([, size]) => bytes >= size) ?? ['bytes', 1];
  return `${Math.floor(bytes / size)} ${unit}`;
}

export interface Reading {
  /** The limit in bytes. A longer file is refused before any of it is read. */
  readonly most: number;
  /** Whether to refuse the path if its last part is a symbolic link. */
  readonly noLink?: true;
  readonly signal?: AbortSignal | undefined;
  readonly clock?: Clock;
}

interface Facts {
  readonly size: number;
  isFile(): boolean;
}

// Windows has none of these flags, and its folders cannot hold pipes
const { O_NONBLOCK = 0, O_NOCTTY = 0, O_NOFOLLOW = 0 } = constants as Partial<typeof constants>;

/** Deadline in ms for opening a file, long enough for a network share that has to wake up. */
const OPEN_TIMEOUT = 60_000;
/** Minimum speed in bytes per ms that a network share is expected to have. */
const SLOWEST_SPEED = 1000;
/** Maximum number of bytes per read. */
const PIECE = 1 << 20;

/**
 * Opens a regular file for reading; the caller closes it. Throws a `FileRefused`, a file system error, or
 * the reason of the abort.
 */
export async function openRegular(path: string, reading: Reading): Promise<FileHandle> {
  const patience = patienceOf(OPEN_TIMEOUT, reading);
  try {
    // checked before opening, because merely opening a device can have an effect
    check(await patience.wait((reading.noLink ? lstat : stat)(path)), reading);
    const opening = open(path, flagsFor(reading));
    try {
      const handle = await patience.wait(opening);
      check(await patience.wait(handle.stat()), reading);
      return handle;
    } catch (error) {
      void opening.then((late) => late.close()).catch(() => undefined);
      throw asRefusal(error, reading);
    }
  } finally {
    patience.end();
  }
}

/**
 * Reads a regular file in pieces; each piece is valid until the next piece is read. A file that
 * grows beyond the limit in the meantime is refused. Throws as `openRegular` does, and what `take`
 * throws.
 */
export function readPieces(
  path: string,
  reading: Reading,
  take: (piece: Buffer) => unknown,
): Promise<void> {
  return readOpened(path, reading, async (read, size) => {
    // no larger than the file, because with thousands of small files, allocating the buffer would
    // take most of the time
    const piece = Buffer.allocUnsafe(Math.min(size + 1, PIECE));
    for (let bytes = 0; ;) {
      const bytesRead = await read(piece);
      if (bytesRead === 0) return;
      bytes += bytesRead;
      if (bytes > reading.most) throw new FileRefused('TOO_LARGE', reading);
      await take(piece.subarray(0, bytesRead));
    }
  });
}

/** Reads all of a regular file. Throws as `openRegular` does. */
export function readRegular(path: string, reading: Reading): Promise<Buffer> {
  return readOpened(path, reading, async (read, size) => {
    // one byte longer than the file, to detect whether the file has grown
    let content = Buffer.allocUnsafe(size + 1);
    for (let filled = 0; ;) {
      const bytesRead = await read(content.subarray(filled, filled + PIECE));
      filled += bytesRead;
      if (filled > reading.most) throw new FileRefused('TOO_LARGE', reading);
      if (bytesRead === 0) return content.subarray(0, filled);
      if (filled === content.length) content = Buffer.concat([content], 2 * content.length);
    }
  });
}

/**
 * Reads into a buffer, starting where the last call ended. Returns the number of bytes; 0 at the
 * end of the file.
 */
type Read = (into: Buffer) => Promise<number>;

async function readOpened<T>(
  path: string,
  reading: Reading,
  use: (read: Read, size: number) => Promise<T>,
): Promise<T> {
  const handle = await openRegular(path, reading);
  // not awaited, because closing would wait for a read that hangs
  const close = () => handle.close();
  let patience: Patience | null = null;
  try {
    const { size } = await handle.stat();
    const { wait, end } = (patience = patienceOf(OPEN_TIMEOUT + size / SLOWEST_SPEED, reading));
    const read: Read = async (into) =>
      (await wait(handle.read(into, 0, into.length, null))).bytesRead;
    const used = await use(read, size);
    end();
    await close();
    return used;
  } catch (error) {
    patience?.end();
    void close().catch(() => undefined);
    throw error;
  }
}

/**
 * Reads all of a regular file that the program needs to start, synchronously. Passes the opened file's owner and
 * permissions to `accept` before reading. Throws as `openRegular` does, but has no deadline.
 */
export function readRegularSync(
  path: string,
  reading: Pick<Reading, 'most' | 'noLink'>,
  accept: (facts: Stats) => void = () => {},
): Buffer {
  check((reading.noLink ? lstatSync : statSync)(path), reading);
  const opened = openOrRefuse(path, reading);
  try {
    const facts = fstatSync(opened);
    check(facts, reading);
    accept(facts);
    const content = Buffer.alloc(facts.size + 1);
    let filled = 0;
    for (let read = -1; read !== 0 && filled < content.length; filled += read) {
      read = readSync(opened, content, filled, content.length - filled, null);
    }
    if (filled > reading.most) throw new FileRefused('TOO_LARGE', reading);
    return content.subarray(0, filled);
  } finally {
    closeSync(opened);
  }
}

function openOrRefuse(path: string, reading: Pick<Reading, 'most' | 'noLink'>): number {
  try {
    return openSync(path, flagsFor(reading));
  } catch (error) {
    throw asRefusal(error, reading);
  }
}

function flagsFor({ noLink }: Pick<Reading, 'noLink'>): number {
  return constants.O_RDONLY | O_NONBLOCK | O_NOCTTY | (noLink ? O_NOFOLLOW : 0);
}

function check(facts: Facts, reading: Pick<Reading, 'most'>): void {
  if (!facts.isFile()) throw new FileRefused('NOT_REGULAR', reading);
  if (facts.size > reading.most) throw new FileRefused('TOO_LARGE', reading);
}

/** Converts the error for a link that replaced the file after it was checked. */
function asRefusal(error: unknown, reading: Pick<Reading, 'most' | 'noLink'>): unknown {
  const isLink = reading.noLink && (error as { code?: unknown }).code === 'ELOOP';
  return isLink ? new FileRefused('NOT_REGULAR', reading) : error;
}

interface Patience {
  wait<T>(step: Promise<T>): Promise<T>;
  end(): void;
}

/**
 * Waits for several steps, for `ms` in total or until the signal aborts. A step that is running then continues in the
 * background.
 */
function patienceOf(ms: number, reading: Reading): Patience {
  const { signal, clock = systemClock } = reading;
  const over = Promise.withResolvers<never>();
  over.promise.catch(() => undefined);
  const done = new AbortController();
  const stop = () => over.reject(signal?.reason as Error);
  if (signal?.aborted === true) stop();
  signal?.addEventListener('abort', stop, { once: true });
  void clock
    .sleep(ms, done.signal)
    .then(() => done.signal.aborted || over.reject(new FileRefused('TOO_SLOW', reading)));
  return {
    wait: (step) => Promise.race([over.promise, step]),
    end() {
      done.abort(noLongerNeeded);
      signal?.removeEventListener('abort', stop);
    },
  };
}
