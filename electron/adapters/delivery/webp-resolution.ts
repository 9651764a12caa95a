import { exifOf, tiffDpi, tiffEdits, type Edit, type Read } from './tiff-resolution.ts';

/** Bits of VP8X. */
const [HAS_EXIF, HAS_ALPHA] = [0x08, 0x10];
/** Chunks that are looked through; a file with more of them is left as it is. */
const MOST_CHUNKS = 100_000;

interface Chunk {
  readonly kind: string;
  /** Where its head begins. */
  readonly at: number;
  /** Bytes of its data, which begin 8 bytes later. */
  readonly length: number;
}

/**
 * Returns by what edits a WebP states a resolution in whole dpi: in EXIF, the only place that the format
 * has for it. None where it is stated already, and for what cannot be read.
 */
export async function webpEdits(read: Read, size: number, dpi: number): Promise<readonly Edit[]> {
  const webp = await chunksIn(read, size);
  const [first] = webp?.chunks ?? [];
  if (webp === null || first === undefined) return [];
  const { chunks, end } = webp;
  const flags = await flagsEdits(read, first);
  if (flags === null) return [];
  const exif = chunks.find(({ kind }) => kind === 'EXIF');
  const edits =
    exif === undefined
      ? [{ at: placeFor(chunks, end), bytes: chunkOf('EXIF', exifOf(dpi)), isNew: true }]
      : await growExif(read, exif, dpi);
  if (edits.length === 0) return [];
  const all = [...edits, ...flags];
  const added = all.reduce((sum, { bytes, isNew }) => sum + (isNew ? bytes.length : 0), 0);
  return [{ at: 4, bytes: long(end - 8 + added), isNew: false }, ...all];
}

/** Returns the dpi that a WebP states in its EXIF: 0 for none, null where that cannot be told here. */
export async function webpDpi(read: Read, size: number): Promise<number | null> {
  const webp = await chunksIn(read, size);
  if (webp === null) return null;
  const [exif, ...more] = webp.chunks.filter(({ kind }) => kind === 'EXIF');
  if (exif === undefined) return 0;
  return more.length > 0 ? null : tiffDpi((await exifIn(read, exif)).within);
}

/** The chunks of a WebP and where they end; null for another file, or where one of them is cut. */
async function chunksIn(
  read: Read,
  size: number,
): Promise<{ readonly chunks: readonly Chunk[]; readonly end: number } | null> {
  const head = await read(0, 12);
  if (head.toString('latin1', 0, 4) !== 'RIFF' || head.toString('latin1', 8, 12) !== 'WEBP') {
    return null;
  }
  const end = 8 + head.readUInt32LE(4);
  const chunks = end <= size ? await chunksOf(read, end) : null;
  return chunks === null ? null : { chunks, end };
}

/** All chunks; null where one of them is cut. */
async function chunksOf(read: Read, end: number): Promise<readonly Chunk[] | null> {
  const chunks: Chunk[] = [];
  for (let at = 12; at < end && chunks.length < MOST_CHUNKS;) {
    const head = await read(at, 8);
    if (head.length < 8) return null;
    const length = head.readUInt32LE(4);
    chunks.push({ kind: head.toString('latin1', 0, 4), at, length });
    at += 8 + length + (length % 2);
    if (at > end) return null;
    if (at === end) return chunks;
  }
  return null;
}

/** What says that there is EXIF: the flag of VP8X, or a VP8X, which a WebP of pixels alone has not. */
async function flagsEdits(read: Read, first: Chunk): Promise<readonly Edit[] | null> {
  const data = await read(first.at + 8, 10);
  if (data.length < 10) return null;
  if (first.kind === 'VP8X') {
    const flags = data[0] ?? 0;
    const isTold = (flags & HAS_EXIF) !== 0;
    return isTold ? [] : [{ at: first.at + 8, bytes: Buffer.of(flags | HAS_EXIF), isNew: false }];
  }
  const picture = first.kind === 'VP8L' ? ofLossless(data) : ofLossy(first.kind, data);
  if (picture === null) return null;
  const extended = Buffer.alloc(10);
  extended.writeUInt8(HAS_EXIF | (picture.hasAlpha ? HAS_ALPHA : 0), 0);
  extended.writeUIntLE(picture.width - 1, 4, 3);
  extended.writeUIntLE(picture.height - 1, 7, 3);
  return [{ at: first.at, bytes: chunkOf('VP8X', extended), isNew: true }];
}

interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
}

/** 14 bits each of width and height, less 1, after a byte of signature, and a bit for transparency. */
function ofLossless(data: Buffer): Pixels | null {
  if (data[0] !== 0x2f) return null;
  const bits = data.readUInt32LE(1);
  const [width, height] = [(bits & 0x3f_ff) + 1, ((bits >>> 14) & 0x3f_ff) + 1];
  return { width, height, hasAlpha: ((bits >>> 28) & 1) === 1 };
}

/** 14 bits each of width and height, after the head of a key frame. */
function ofLossy(kind: string, data: Buffer): Pixels | null {
  if (kind !== 'VP8 ' || data.readUIntBE(3, 3) !== 0x9d_01_2a) return null;
  const [width, height] = [data.readUInt16LE(6) & 0x3f_ff, data.readUInt16LE(8) & 0x3f_ff];
  return width === 0 || height === 0 ? null : { width, height, hasAlpha: false };
}

/** EXIF stands behind the pixels and before XMP. */
function placeFor(chunks: readonly Chunk[], end: number): number {
  return chunks.find(({ kind }) => kind === 'XMP ')?.at ?? end;
}

/** Reads the EXIF that is there, which begins `lead` bytes into its data. */
async function exifIn(read: Read, { at, length }: Chunk) {
  const start = at + 8;
  // some programs write it as it stands in a JPEG
  const lead = (await read(start, 6)).toString('latin1') === 'Exif\0\0' ? 6 : 0;
  const within: Read = (from, count) =>
    read(start + lead + from, Math.max(0, Math.min(count, length - lead - from)));
  return { start, lead, within };
}

/** An EXIF that is there, with its resolution at its end. */
async function growExif(read: Read, chunk: Chunk, dpi: number): Promise<Edit[]> {
  const { at, length } = chunk;
  const { start, lead, within } = await exifIn(read, chunk);
  const edits = await tiffEdits(within, length - lead, dpi);
  return edits.flatMap((edit) => {
    if (!edit.isNew) return [{ ...edit, at: start + lead + edit.at }];
    // the byte that filled a chunk of odd length takes the place of the one that the EXIF needs
    const odd = length % 2;
    const grown = length + edit.bytes.length;
    return [
      { at: at + 4, bytes: long(grown), isNew: false },
      { at: start + length + odd, bytes: edit.bytes.subarray(odd), isNew: true },
    ];
  });
}

function chunkOf(kind: string, data: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(kind, 'latin1'),
    long(data.length),
    data,
    Buffer.alloc(data.length % 2),
  ]);
}

function long(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value, 0);
  return bytes;
}
