import type { FileHandle } from 'node:fs/promises';

/** The bytes at a place, fewer than `length` only where the file ends. */
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
