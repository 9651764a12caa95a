import { endsInZeros, ZEROED, type Bytes, type End } from './bytes.ts';

/**
 * Maximum number of directories; no real file has more, and a file with more is probably a loop.
 */
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

/** Compressions whose data never ends in a run of zeros: LZW, JPEG, deflate (old and new), zstd. */
const endsInSomething = new Set([5, 7, 8, 32_946, 50_000]);

interface Entry {
  readonly type: number;
  readonly count: number;
  /** Offset of the values, inside the entry or elsewhere. */
  readonly at: number;
  readonly bytes: number;
}

interface Extent {
  readonly start: number;
  readonly end: number;
  /** Compression of pixels; 0 for the values of a directory. */
  readonly compression: number;
}

/** Reads the numbers of a TIFF, in its byte order and width. */
interface Reader {
  readonly bytes: Bytes;
  readonly isBig: boolean;
  /** Set when the file ends before its stated length; values read after that are meaningless. */
  isCut: boolean;
  number(buffer: Buffer, at: number, size: number): number;
}

/**
 * Follows every directory of a TIFF, BigTIFF, DNG or TIFF-like camera file: all values, strips and
 * tiles must be inside the file. Stops at directories that refer back to an earlier one.
 */
export async function endOfTiff(bytes: Bytes): Promise<End> {
  const extents = await promisedExtents(bytes);
  if (extents === 'cut') return 'cut';
  const last = extents.reduce<Extent | null>((a, b) => (a === null || b.end > a.end ? b : a), null);
  if (last === null) return 'unsure';
  if (!(await endsInZeros(bytes, last.start, last.end))) return 'whole';
  return endsInSomething.has(last.compression) ? 'cut' : 'unsure';
}

async function promisedExtents(bytes: Bytes): Promise<Extent[] | 'cut'> {
  const head = await bytes.read(0, 8);
  if (head.length < 8) return 'cut';
  const reader = readerFor(bytes, head);
  const first = reader.isBig
    ? reader.number(await exactly(reader, 8, 8), 0, 8)
    : reader.number(head, 4, 4);
  const extents: Extent[] = [];
  const visited = new Set<number>();
  const open = [first];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at === 0 || visited.has(at)) continue;
    if (visited.size >= MOST_FOLDERS) break;
    visited.add(at);
    const { entries, next } = await directory(reader, at);
    if (reader.isCut) return 'cut';
    open.push(next, ...(await numbersOf(reader, entries.get(tag.subFolders))));
    open.push(...(await numbersOf(reader, entries.get(tag.exif))));
    extents.push(...(await extentsOf(reader, entries)));
    if (reader.isCut) return 'cut';
  }
  return visited.size === 0 ? 'cut' : extents;
}

function readerFor(bytes: Bytes, head: Buffer): Reader {
  const isLittle = head[0] === 0x49;
  const number = (buffer: Buffer, at: number, size: number): number => {
    if (size === 8) {
      return Number(isLittle ? buffer.readBigUInt64LE(at) : buffer.readBigUInt64BE(at));
    }
    return isLittle ? buffer.readUIntLE(at, size) : buffer.readUIntBE(at, size);
  };
  return { bytes, number, isBig: number(head, 2, 2) === 43, isCut: false };
}

/** Reads exactly this many bytes; zeros where the file is truncated. */
async function exactly(reader: Reader, at: number, length: number): Promise<Buffer> {
  const buffer = await reader.bytes.read(at, length);
  if (buffer.length === length) return buffer;
  reader.isCut = true;
  return Buffer.alloc(length);
}

async function directory(
  reader: Reader,
  at: number,
): Promise<{ entries: Map<number, Entry>; next: number }> {
  const [countSize, entrySize, wide] = reader.isBig ? [8, 20, 8] : [2, 12, 4];
  const count = reader.number(await exactly(reader, at, countSize), 0, countSize);
  const entries = new Map<number, Entry>();
  if (count === 0 || count > MOST_ENTRIES) {
    reader.isCut = true;
    return { entries, next: 0 };
  }
  const start = at + countSize;
  const list = await exactly(reader, start, count * entrySize + wide);
  for (let i = 0; i < count; i += 1) {
    const from = i * entrySize;
    const type = reader.number(list, from + 2, 2);
    // reserved space: the directory itself is not completely written (F49)
    reader.isCut ||= type === 0;
    const values = reader.number(list, from + 4, wide);
    const length = values * (bytesOfType[type] ?? 0);
    const isInside = length <= wide;
    const valueAt = isInside ? start + from + 4 + wide : reader.number(list, from + 4 + wide, wide);
    reader.isCut ||= valueAt + length > reader.bytes.size;
    entries.set(reader.number(list, from, 2), { type, count: values, at: valueAt, bytes: length });
  }
  return { entries, next: reader.number(list, count * entrySize, wide) };
}

async function numbersOf(reader: Reader, entry: Entry | undefined): Promise<number[]> {
  const size = entry === undefined ? 0 : (bytesOfType[entry.type] ?? 0);
  if (entry === undefined || ![1, 2, 4, 8].includes(size)) return [];
  const count = Math.min(entry.count, MOST_STRIPS);
  const buffer = await exactly(reader, entry.at, count * size);
  if (reader.isCut) return [];
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
    // old files may leave the lengths out; then the structure does not show the end
    if (lengths.length === 0) continue;
    for (const [i, start] of offsets.entries()) {
      const length = lengths[i] ?? 0;
      // a list that was reserved and not filled yet (F49), except for previews: cameras write such a list for a missing
      // preview
      reader.isCut ||= (start === 0 || length === 0) && bytesTag !== tag.jpegBytes;
      reader.isCut ||= start + length > reader.bytes.size;
      extents.push({ start, end: start + length, compression });
    }
  }
  return extents;
}
