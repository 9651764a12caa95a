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
  exifIfd: 0x8769,
  interopIfd: 0xa005,
  dngVersion: 0xc612,
} as const;

const ifdsAtMost = 32;
const entriesAtMost = 512;
const valuesAtMost = 16;
const typeSizes: Readonly<Record<number, number>> = {
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
};

/** Reads the directories of a classic TIFF; returns null if the bytes are not a classic TIFF. */
export async function readTiff(readAt: Read): Promise<TiffFile | null> {
  const head = await readAt(0, 8);
  if (head.length < 8) return null;
  const order = head.toString('latin1', 0, 2);
  if (order !== 'II' && order !== 'MM') return null;
  const littleEndian = order === 'II';
  const u16 = (b: Buffer, at: number) => (littleEndian ? b.readUInt16LE(at) : b.readUInt16BE(at));
  const u32 = (b: Buffer, at: number) => (littleEndian ? b.readUInt32LE(at) : b.readUInt32BE(at));

  async function numbers(entry: Entry | undefined): Promise<number[]> {
    if (entry === undefined || ![1, 3, 4, 13].includes(entry.type)) return [];
    const size = typeSizes[entry.type] ?? 1;
    const count = Math.min(entry.count, valuesAtMost);
    const data = await readAt(entry.position, count * size);
    const whole = Math.min(count, Math.floor(data.length / size));
    return Array.from({ length: whole }, (_, i) =>
      size === 1 ? (data[i] ?? 0) : size === 2 ? u16(data, i * 2) : u32(data, i * 4),
    );
  }

  async function readIfd(position: number): Promise<{ ifd: Ifd; next: number } | null> {
    const counter = await readAt(position, 2);
    if (counter.length < 2) return null;
    const count = Math.min(u16(counter, 0), entriesAtMost);
    const data = await readAt(position + 2, count * 12 + 4);
    const tags = new Map<number, Entry>();
    for (let at = 0; at + 12 <= data.length && at < count * 12; at += 12) {
      const type = u16(data, at + 2);
      const values = u32(data, at + 4);
      const inline = values * (typeSizes[type] ?? 1) <= 4;
      const valueAt = inline ? position + 2 + at + 8 : u32(data, at + 8);
      tags.set(u16(data, at), { type, count: values, position: valueAt });
    }
    return { ifd: { tags }, next: data.length >= count * 12 + 4 ? u32(data, count * 12) : 0 };
  }

  const ifds: Ifd[] = [];
  const seen = new Set<number>([0]);
  const waiting = [u32(head, 4)];
  while (waiting.length > 0 && ifds.length < ifdsAtMost) {
    const position = waiting.shift() ?? 0;
    if (seen.has(position)) continue;
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
