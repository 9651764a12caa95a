import type { FileHandle } from 'node:fs/promises';
import { readerOf, type Read } from '../../../base/formats/bytes.ts';

/** Random access to bytes that are not all held in memory. */
export interface Bytes {
  readonly size: number;
  readonly read: Read;
}

/** How complete a file is; `unsure` if the file's structure does not show it. */
export type End = 'whole' | 'cut' | 'unsure';

const WINDOW = 65_536;

/**
 * Reads an open file piece by piece into one buffer, so that code that walks over small parts of the file reads each
 * byte once. Reading throws the system's error, or the reason of the abort.
 */
export function bytesOfFile(handle: FileHandle, size: number, signal?: AbortSignal): Bytes {
  const read = readerOf(handle);
  let windowAt = 0;
  let window: Buffer = Buffer.alloc(0);
  return {
    size,
    async read(offset, length) {
      signal?.throwIfAborted();
      const wanted = Math.max(0, Math.min(length, size - offset));
      if (offset < windowAt || offset + wanted > windowAt + window.length) {
        window = await read(offset, Math.max(wanted, Math.min(WINDOW, size - offset)));
        windowAt = offset;
      }
      return window.subarray(offset - windowAt, offset - windowAt + wanted);
    },
  };
}

/**
 * Minimum number of zeros at the end of a preallocated file (F49); coded pixels hardly ever end in
 * that many.
 */
export const ZEROED = 32;

/**
 * Returns whether the bytes before `end` are zeros: reserved space that is not filled yet, or
 * black.
 */
export async function endsInZeros(bytes: Bytes, start: number, end: number): Promise<boolean> {
  const from = Math.max(start, end - ZEROED);
  return isZero(await bytes.read(from, end - from));
}

/**
 * Maximum number of zeros after a complete picture that are harmless, because cameras and cards pad files to whole
 * blocks.
 */
const PADDING = WINDOW;

/**
 * Returns whether the bytes after a complete picture look like space that is still to be filled.
 */
export async function isTailReserved(bytes: Bytes, end: number): Promise<boolean> {
  if (bytes.size - end <= PADDING) return false;
  return isZero(await bytes.read(bytes.size - PADDING, PADDING));
}

export function isZero(buffer: Buffer): boolean {
  return buffer.every((byte) => byte === 0);
}
