import { stat, type FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { constants, createDeflate } from 'node:zlib';
import type { Deflate } from 'node:zlib';
import type { Outcome } from '#shared/problem.ts';
import { success } from '#shared/problem.ts';
import { pngChunk, pngSignature } from '../../../base/formats/chunks.ts';
import { replaceWhole } from '../../../base/files.ts';
import { writeFailure } from './file.ts';
import type { Size } from './geometry.ts';
import { PngRows } from './png-rows.ts';

/**
 * zlib's compression level. A higher level costs more time than the smaller file saves; the long
 * runs of a hard mask compress well at any level.
 */
const LEVEL = 1;
/** Approximate size of a chunk in bytes. */
const CHUNK = 1 << 18;
/** Number of pixels packed per step. */
const PACKED = 1_000_000;

/** Yields rows of values from 0 to 255, starting at the top, several rows at a time. */
export type Bands = Iterable<Uint8Array>;

/** Information about a mask that was written. */
interface WrittenMask {
  readonly bytes: number;
  /** Fraction of the picture that is kept, from 0 to 1. */
  readonly kept: number;
}

/**
 * Writes a mask as the service expects it: an RGBA PNG, white with the kept area as its alpha. Outside the kept area,
 * all four values are 0, because some readers require that. Holds at most one band in memory. Writes the file
 * completely or not at all; replaces an existing file.
 */
export async function writeMaskPng(
  target: string,
  size: Size,
  { bands, isHard }: { readonly bands: Bands; readonly isHard: boolean },
): Promise<Outcome<WrittenMask>> {
  let sum = 0;
  try {
    const write = async (handle: FileHandle) => {
      await handle.write(pngSignature);
      await handle.write(pngChunk('IHDR', header(size)));
      const deflate = createDeflate({
        level: LEVEL,
        strategy: isHard ? constants.Z_RLE : constants.Z_DEFAULT_STRATEGY,
        chunkSize: CHUNK,
      });
      [sum] = await Promise.all([
        pack(bands, size, deflate),
        pipeline(deflate, async (parts) => {
          for await (const part of parts) await handle.write(pngChunk('IDAT', part as Buffer));
        }),
      ]);
      await handle.write(pngChunk('IEND', Buffer.alloc(0)));
    };
    await replaceWhole(target, write, Math.random);
    const { size: bytes } = await stat(target);
    return success({ bytes, kept: sum / (255 * size.width * size.height) });
  } catch (error) {
    return writeFailure(target, error);
  }
}

/**
 * Compresses bands, and renders each band while the previous one is being compressed; returns the
 * sum of all mask values.
 */
async function pack(bands: Bands, size: Size, into: Deflate): Promise<number> {
  const write = promisify((data: Buffer, done: (error?: Error | null) => void) =>
    into.write(data, done),
  );
  const most = Math.max(1, Math.floor(PACKED / size.width));
  const rows = new PngRows(size, most);
  let [spare, other] = [Buffer.alloc(rows.bytes(most)), Buffer.alloc(rows.bytes(most))];
  let packed = Promise.resolve();
  try {
    for (const band of bands) {
      for (let at = 0; at < band.length; at += most * size.width) {
        const part = band.subarray(at, at + most * size.width);
        const data = spare.subarray(0, rows.bytes(part.length / size.width));
        rows.write(part, data);
        await packed;
        packed = write(data);
        [spare, other] = [other, spare];
      }
    }
    await packed;
    into.end();
  } catch (error) {
    into.destroy(error as Error);
    throw error;
  }
  return rows.sum;
}

/** Returns the header for 8 bits per channel, RGBA, not interlaced. */
function header({ width, height }: Size): Buffer {
  const data = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 6, 0, 0, 0]);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  return data;
}
