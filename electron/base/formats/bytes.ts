import type { FileHandle } from 'node:fs/promises';

/** Reads the bytes at a position; fewer than `length` only at the end of the file. */
export type Read = (at: number, length: number) => Promise<Buffer>;

export function readerOf(handle: FileHandle): Read {
  return async (at, length) => {
    const buffer = Buffer.allocUnsafe(length);
    let filled = 0;
    while (filled < length) {
      const { bytesRead } = await handle.read(buffer, filled, length - filled, at + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return buffer.subarray(0, filled);
  };
}

export function readerOfBuffer(buffer: Buffer): Read {
  return (at, length) => Promise.resolve(buffer.subarray(at, at + length));
}
