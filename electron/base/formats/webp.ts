import type { Size } from '#shared/pictures.ts';
import type { Read } from './bytes.ts';

export interface WebpChunk {
  readonly kind: string;
  /** Offset of the chunk's header. */
  readonly at: number;
  /** Length of the chunk's data in bytes; the data begins 8 bytes after the header. */
  readonly length: number;
}

/** Flag bits of VP8X. */
export const webpFlags = { icc: 0x20, alpha: 0x10, exif: 0x08, xmp: 0x04 } as const;
/** Maximum number of chunks that are read; a file with more is left unchanged. */
const MOST_CHUNKS = 100_000;

/**
 * Returns the chunks of a WebP of `size` bytes, at least one, and the offset at which they end;
 * null for other formats, or if a chunk is truncated.
 */
export async function webpChunks(
  read: Read,
  size: number,
): Promise<{ readonly chunks: readonly WebpChunk[]; readonly end: number } | null> {
  const riff = await read(0, 12);
  if (riff.toString('latin1', 0, 4) !== 'RIFF' || riff.toString('latin1', 8) !== 'WEBP')
    return null;
  const end = 8 + riff.readUInt32LE(4);
  if (end > size) return null;
  const chunks: WebpChunk[] = [];
  for (let at = 12; at < end && chunks.length < MOST_CHUNKS;) {
    const head = await read(at, 8);
    if (head.length < 8) return null;
    const length = head.readUInt32LE(4);
    chunks.push({ kind: head.toString('latin1', 0, 4), at, length });
    at += 8 + length + (length % 2);
    if (at === end) return { chunks, end };
  }
  return null;
}

export function webpChunk(kind: string, data: Buffer): Buffer {
  const bytes = Buffer.alloc(8 + data.length + (data.length % 2));
  bytes.write(kind, 0, 'latin1');
  bytes.writeUInt32LE(data.length, 4);
  data.copy(bytes, 8);
  return bytes;
}

interface Canvas extends Size {
  readonly hasAlpha: boolean;
}

/** Returns the size of a WebP from the first ten bytes of its first chunk's data, or null. */
export function webpCanvas(kind: string, data: Buffer): Canvas | null {
  if (data.length < 10) return null;
  if (kind === 'VP8X') {
    const [width, height] = [data.readUIntLE(4, 3) + 1, data.readUIntLE(7, 3) + 1];
    return { width, height, hasAlpha: ((data[0] ?? 0) & webpFlags.alpha) !== 0 };
  }
  // after one byte of signature: width minus 1 and height minus 1 in 14 bits each, and one bit for
  // transparency
  if (kind === 'VP8L' && data[0] === 0x2f) {
    const bits = data.readUInt32LE(1);
    const [width, height] = [(bits & 0x3f_ff) + 1, ((bits >>> 14) & 0x3f_ff) + 1];
    return { width, height, hasAlpha: ((bits >>> 28) & 1) === 1 };
  }
  // after the header of a key frame: width and height in 14 bits each
  if (kind !== 'VP8 ' || data.readUIntBE(3, 3) !== 0x9d_01_2a) return null;
  const [width, height] = [data.readUInt16LE(6) & 0x3f_ff, data.readUInt16LE(8) & 0x3f_ff];
  return width === 0 || height === 0 ? null : { width, height, hasAlpha: false };
}

/** Returns the chunk VP8X, whose `flags` list what the file contains besides its pixels. */
export function webpExtended({ width, height, hasAlpha }: Canvas, flags: number): Buffer {
  const data = Buffer.alloc(10);
  data.writeUInt8(flags | (hasAlpha ? webpFlags.alpha : 0), 0);
  data.writeUIntLE(width - 1, 4, 3);
  data.writeUIntLE(height - 1, 7, 3);
  return webpChunk('VP8X', data);
}
