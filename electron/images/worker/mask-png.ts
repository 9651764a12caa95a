import { open, rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { constants, crc32, createDeflate } from 'node:zlib';
import type { Outcome } from '#shared/problem.ts';
import { success } from '#shared/problem.ts';
import { writeFailure } from './file.ts';
import type { Size } from './geometry.ts';

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** Rows of a mask are long runs of the same: more thorough a search finds nothing more. */
const LEVEL = 3;
/** Each row is told by how it differs from the one above, which for a mask is hardly at all. */
const FROM_ABOVE = 2;
const CHANNELS = 4;

/** What a mask is read from: rows of values of 0 to 255 from the top, some rows at a time. */
export type Bands = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** A written file. */
interface Written {
  readonly bytes: number;
  /** 0 to 1: how much of the picture is kept. */
  readonly kept: number;
}

/**
 * Writes a mask as the service gets it: an RGBA PNG, white with what is kept as its alpha and
 * (0,0,0,0) outside, which some readers insist on. Never more than a band is in memory. Whole or not
 * at all; a file that was there is replaced.
 */
export async function writeMaskPng(
  target: string,
  size: Size,
  bands: Bands,
): Promise<Outcome<Written>> {
  const half = `${target}.part`;
  let kept = 0;
  try {
    const handle = await open(half, 'w');
    try {
      await handle.write(SIGNATURE);
      await handle.write(chunk('IHDR', header(size)));
      await pipeline(
        rowsOf(bands, size.width, (sum) => (kept += sum)),
        createDeflate({ level: LEVEL, strategy: constants.Z_FILTERED }),
        async (parts) => {
          for await (const part of parts) await handle.write(chunk('IDAT', part as Buffer));
        },
      );
      await handle.write(chunk('IEND', Buffer.alloc(0)));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(half, target);
    const { size: bytes } = await stat(target);
    return success({ bytes, kept: kept / (255 * size.width * size.height) });
  } catch (error) {
    await rm(half, { force: true }).catch(() => {});
    return writeFailure(target, error);
  }
}

/** The rows as a PNG has them; `tell` hears the sum of the values of each band. */
async function* rowsOf(
  bands: Bands,
  width: number,
  tell: (sum: number) => void,
): AsyncGenerator<Buffer> {
  const length = 1 + width * CHANNELS;
  let above: Uint8Array = new Uint8Array(width);
  for await (const band of bands) {
    const rows = Buffer.alloc((band.length / width) * length);
    let sum = 0;
    for (let start = 0, at = 0; start < band.length; start += width, at += length) {
      const row = band.subarray(start, start + width);
      rows[at] = FROM_ABOVE;
      sum += difference(row, above, rows, at + 1);
      above = row;
    }
    tell(sum);
    yield rows;
  }
}

/** Writes a row as what is to be added to the one above; the sum of its values. */
function difference(row: Uint8Array, above: Uint8Array, into: Buffer, at: number): number {
  let sum = 0;
  for (let x = 0, to = at; x < row.length; x += 1, to += CHANNELS) {
    const value = row[x]!;
    const before = above[x]!;
    sum += value;
    if (value === before) continue;
    const colour = (value === 0 ? 0 : 255) - (before === 0 ? 0 : 255);
    into[to] = colour;
    into[to + 1] = colour;
    into[to + 2] = colour;
    into[to + 3] = value - before;
  }
  return sum;
}

/** 8 bits a channel, RGBA, not interlaced. */
function header({ width, height }: Size): Buffer {
  const data = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 6, 0, 0, 0]);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  return data;
}

function chunk(kind: string, data: Buffer): Buffer {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(kind, 4, 'latin1');
  data.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
}
