/**
 * A reader of TIFF directories, the structure shared by TIFF files, most camera RAWs and EXIF. It
 * reads only tags, and reads each directory once, so directories that form a loop cannot hang it.
 */
import type { Read } from '../../../base/formats/bytes.ts';

export interface Entry {
  readonly type: number;
  readonly count: number;
  /** Offset of the value itself in the file. */
  readonly position: number;
}

export interface Ifd {
  readonly tags: ReadonlyMap<number, Entry>;
}

export interface TiffFile {
  readonly littleEndian: boolean;
  /** The chained directories and their sub-directories, at most `ifdsAtMost`. */
  readonly ifds: readonly Ifd[];
  /** Returns the first values of an entry as numbers; an empty list for a type that is not an integer. */
  numbers(entry: Entry | undefined): Promise<number[]>;
  /** Returns the bytes of an ASCII or UNDEFINED entry, at most 256. */
  bytes(entry: Entry | undefined): Promise<Buffer>;
}

export const tag = {
  compression: 0x0103,
  photometric: 0x0106,
  orientation: 0x0112,
  subIfds: 0x014a,
  extraSamples: 0x0152,
  photoshop: 0x8649,
  exifIfd: 0x8769,
  interopIfd: 0xa005,
  dngVersion: 0xc612,
} as const;

const ifdsAtMost = 32;
const entriesAtMost = 512;
const valuesAtMost = 16;
const typeSizes: Readonly<Record<number, 1 | 2 | 4 | 8>> = {
  1: 1,
  2: 1,
  3: 2,
  4: 4,
  5: 8,
  6: 1,
  7: 1,
  8: 2,
  9: 4,
  10: 8,
  11: 4,
  12: 8,
  13: 4,
  16: 8,
  17: 8,
  18: 8,
};
/** Types whose values are offsets or counts of at most 8 bytes. */
const integers = [1, 3, 4, 13, 16, 18];

type NumberAt = (bytes: Buffer, at: number) => number;

/** How the numbers and directories of one file are stored. */
interface Layout {
  readonly littleEndian: boolean;
  /** Functions that read a number of so many bytes. */
  readonly read: Readonly<Record<1 | 2 | 4 | 8, NumberAt>>;
  /** Length of an offset, and of the number of entries in a directory. */
  readonly word: 4 | 8;
  readonly counter: 2 | 8;
  readonly firstIfd: number;
}

/** Reads the head of a TIFF or of a BigTIFF, whose offsets and counts have 8 bytes. */
function layoutOf(head: Buffer): Layout | null {
  const order = head.toString('latin1', 0, 2);
  if (head.length < 8 || (order !== 'II' && order !== 'MM')) return null;
  const littleEndian = order === 'II';
  const read: Layout['read'] = {
    1: (b, at) => b.readUInt8(at),
    2: (b, at) => (littleEndian ? b.readUInt16LE(at) : b.readUInt16BE(at)),
    4: (b, at) => (littleEndian ? b.readUInt32LE(at) : b.readUInt32BE(at)),
    8: (b, at) => Number(littleEndian ? b.readBigUInt64LE(at) : b.readBigUInt64BE(at)),
  };
  if (read[2](head, 2) !== 43) {
    return { littleEndian, read, word: 4, counter: 2, firstIfd: read[4](head, 4) };
  }
  if (head.length < 16) return null;
  return { littleEndian, read, word: 8, counter: 8, firstIfd: read[8](head, 8) };
}

/** Reads the directories of a TIFF or BigTIFF; returns null if the bytes are neither. */
export async function readTiff(readAt: Read): Promise<TiffFile | null> {
  const layout = layoutOf(await readAt(0, 16));
  if (layout === null) return null;
  const { littleEndian, read, word, counter } = layout;
  const entrySize = 4 + 2 * word;

  async function numbers(entry: Entry | undefined): Promise<number[]> {
    if (entry === undefined || !integers.includes(entry.type)) return [];
    const size = typeSizes[entry.type] ?? 1;
    const count = Math.min(entry.count, valuesAtMost);
    const data = await readAt(entry.position, count * size);
    const whole = Math.min(count, Math.floor(data.length / size));
    return Array.from({ length: whole }, (_, i) => read[size](data, i * size));
  }

  async function readIfd(position: number): Promise<{ ifd: Ifd; next: number } | null> {
    const counted = await readAt(position, counter);
    if (counted.length < counter) return null;
    const count = Math.min(read[counter](counted, 0), entriesAtMost);
    const start = position + counter;
    const end = count * entrySize;
    const data = await readAt(start, end + word);
    const tags = new Map<number, Entry>();
    for (let at = 0; at + entrySize <= data.length && at < end; at += entrySize) {
      const type = read[2](data, at + 2);
      const values = read[word](data, at + 4);
      const inline = values * (typeSizes[type] ?? 1) <= word;
      const valueAt = at + 4 + word;
      const value = inline ? start + valueAt : read[word](data, valueAt);
      if (!Number.isSafeInteger(value)) continue;
      tags.set(read[2](data, at), { type, count: values, position: value });
    }
    return { ifd: { tags }, next: data.length >= end + word ? read[word](data, end) : 0 };
  }

  const ifds: Ifd[] = [];
  const seen = new Set<number>([0]);
  const waiting = [layout.firstIfd];
  while (waiting.length > 0 && ifds.length < ifdsAtMost) {
    const position = waiting.shift() ?? 0;
    if (seen.has(position) || !Number.isSafeInteger(position)) continue;
    seen.add(position);
    const read = await readIfd(position);
    if (read === null) continue;
    ifds.push(read.ifd);
    for (const kind of [tag.subIfds, tag.exifIfd, tag.interopIfd]) {
      waiting.push(...(await numbers(read.ifd.tags.get(kind))));
    }
    waiting.push(read.next);
  }

  return {
    littleEndian,
    ifds,
    numbers,
    bytes: (entry) =>
      entry === undefined
        ? Promise.resolve(Buffer.alloc(0))
        : readAt(entry.position, Math.min(entry.count, 256)),
  };
}
