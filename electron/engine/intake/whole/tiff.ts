import { endsInZeros, ZEROED, type Bytes, type End } from './bytes.ts';

/** Nothing real has more; a file that does is a loop in disguise. */
const MOST_FOLDERS = 512;
const MOST_ENTRIES = 4096;
const MOST_STRIPS = 1_000_000;

const bytesOfType = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8];
const tag = {
  compression: 259,
  stripOffsets: 273,
  stripBytes: 279,
  tileOffsets: 324,
  tileBytes: 325,
  subFolders: 330,
  jpegOffset: 513,
  jpegBytes: 514,
  exif: 34_665,
} as const;

/** LZW, JPEG, deflate (old and new), zstd: packings that never end in a run of zeros. */
const endsInSomething = new Set([5, 7, 8, 32_946, 50_000]);

interface Entry {
  readonly type: number;
  readonly count: number;
  /** Where the values lie, inside the entry or elsewhere. */
  readonly at: number;
  readonly bytes: number;
}

interface Extent {
  readonly start: number;
  readonly end: number;
  /** Of pixels; 0 for the values of a directory. */
  readonly compression: number;
}

/** The numbers of a TIFF, in its byte order and width. */
interface Reader {
  readonly bytes: Bytes;
  readonly isBig: boolean;
  number(buffer: Buffer, at: number, size: number): number;
}

/** Thrown inside this module only, where the file ends before what it promises. */
class Cut extends Error {}

/**
 * Follows every directory of a TIFF, BigTIFF, DNG or TIFF-like camera file: all values, strips and
 * tiles must lie inside the file. Directories that lead back to one another end the walk.
 */
export async function endOfTiff(bytes: Bytes): Promise<End> {
  try {
    const extents = await promisedExtents(bytes);
    const last = extents.reduce<Extent | null>(
      (a, b) => (a === null || b.end > a.end ? b : a),
      null,
    );
    if (last === null) return 'unsure';
    if (!(await endsInZeros(bytes, last.start, last.end))) return 'whole';
    return endsInSomething.has(last.compression) ? 'cut' : 'unsure';
  } catch (error) {
    if (error instanceof Cut) return 'cut';
    throw error;
  }
}

async function promisedExtents(bytes: Bytes): Promise<Extent[]> {
  const head = await exactly(bytes, 0, 8);
  const reader = readerFor(bytes, head);
  const first = reader.isBig
    ? reader.number(await exactly(bytes, 8, 8), 0, 8)
    : reader.number(head, 4, 4);
  const extents: Extent[] = [];
  const visited = new Set<number>();
  const open = [first];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at === 0 || visited.has(at)) continue;
    if (visited.size >= MOST_FOLDERS) break;
    visited.add(at);
    const { entries, next } = await directory(reader, at);
    open.push(next, ...(await numbersOf(reader, entries.get(tag.subFolders))));
    open.push(...(await numbersOf(reader, entries.get(tag.exif))));
    extents.push(...(await extentsOf(reader, entries)));
  }
  if (visited.size === 0) throw new Cut();
  return extents;
}

function readerFor(bytes: Bytes, head: Buffer): Reader {
  const isLittle = head[0] === 0x49;
  const number = (buffer: Buffer, at: number, size: number): number => {
    if (size === 8) {
      return Number(isLittle ? buffer.readBigUInt64LE(at) : buffer.readBigUInt64BE(at));
    }
    return isLittle ? buffer.readUIntLE(at, size) : buffer.readUIntBE(at, size);
  };
  return { bytes, number, isBig: number(head, 2, 2) === 43 };
}

async function exactly(bytes: Bytes, at: number, length: number): Promise<Buffer> {
  const buffer = await bytes.read(at, length);
  if (buffer.length < length) throw new Cut();
  return buffer;
}

async function directory(
  reader: Reader,
  at: number,
): Promise<{ entries: Map<number, Entry>; next: number }> {
  const [countSize, entrySize, wide] = reader.isBig ? [8, 20, 8] : [2, 12, 4];
  const count = reader.number(await exactly(reader.bytes, at, countSize), 0, countSize);
  if (count === 0 || count > MOST_ENTRIES) throw new Cut();
  const start = at + countSize;
  const list = await exactly(reader.bytes, start, count * entrySize + wide);
  const entries = new Map<number, Entry>();
  for (let i = 0; i < count; i += 1) {
    const from = i * entrySize;
    const type = reader.number(list, from + 2, 2);
    // reserved space: the directory itself is not written to its end (F49)
    if (type === 0) throw new Cut();
    const values = reader.number(list, from + 4, wide);
    const length = values * (bytesOfType[type] ?? 0);
    const isInside = length <= wide;
    const valueAt = isInside ? start + from + 4 + wide : reader.number(list, from + 4 + wide, wide);
    if (valueAt + length > reader.bytes.size) throw new Cut();
    entries.set(reader.number(list, from, 2), { type, count: values, at: valueAt, bytes: length });
  }
  return { entries, next: reader.number(list, count * entrySize, wide) };
}

async function numbersOf(reader: Reader, entry: Entry | undefined): Promise<number[]> {
  const size = entry === undefined ? 0 : (bytesOfType[entry.type] ?? 0);
  if (entry === undefined || ![1, 2, 4, 8].includes(size)) return [];
  const count = Math.min(entry.count, MOST_STRIPS);
  const buffer = await exactly(reader.bytes, entry.at, count * size);
  return Array.from({ length: count }, (_, i) => reader.number(buffer, i * size, size));
}

async function extentsOf(reader: Reader, entries: Map<number, Entry>): Promise<Extent[]> {
  const [compression = 1] = await numbersOf(reader, entries.get(tag.compression));
  const extents: Extent[] = [...entries.values()]
    .filter((entry) => entry.bytes >= ZEROED)
    .map((entry) => ({ start: entry.at, end: entry.at + entry.bytes, compression: 0 }));
  for (const [offsetTag, bytesTag] of [
    [tag.stripOffsets, tag.stripBytes],
    [tag.tileOffsets, tag.tileBytes],
    [tag.jpegOffset, tag.jpegBytes],
  ] as const) {
    const offsets = await numbersOf(reader, entries.get(offsetTag));
    const lengths = await numbersOf(reader, entries.get(bytesTag));
    // old files may leave the lengths out; then the structure does not tell the end
    if (lengths.length === 0) continue;
    for (const [i, start] of offsets.entries()) {
      const length = lengths[i] ?? 0;
      // a list that was reserved and not filled yet (F49); cameras do leave a preview out that way
      if ((start === 0 || length === 0) && bytesTag !== tag.jpegBytes) throw new Cut();
      if (start + length > reader.bytes.size) throw new Cut();
      extents.push({ start, end: start + length, compression });
    }
  }
  return extents;
}
