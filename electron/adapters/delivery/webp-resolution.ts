import type { Read } from '../../base/formats/bytes.ts';
import {
  webpCanvas,
  webpChunk,
  webpChunks,
  webpExtended,
  webpFlags,
  type WebpChunk,
} from '../../base/formats/webp.ts';
import { exifOf, tiffDpi, tiffEdits, type Edit } from './tiff-resolution.ts';

/**
 * Returns the edits that make a WebP state a resolution in whole dpi in EXIF, the only place for a resolution
 * in this format. Returns no edits if the file already states that resolution, or is unreadable.
 */
export async function webpEdits(read: Read, size: number, dpi: number): Promise<readonly Edit[]> {
  const webp = await webpChunks(read, size);
  const [first] = webp?.chunks ?? [];
  if (webp === null || first === undefined) return [];
  const { chunks, end } = webp;
  const flags = await flagsEdits(read, first);
  if (flags === null) return [];
  const exif = chunks.find(({ kind }) => kind === 'EXIF');
  const edits =
    exif === undefined
      ? [{ at: placeFor(chunks, end), bytes: webpChunk('EXIF', exifOf(dpi)), isNew: true }]
      : await growExif(read, exif, dpi);
  if (edits.length === 0) return [];
  const all = [...edits, ...flags];
  const added = all.reduce((sum, { bytes, isNew }) => sum + (isNew ? bytes.length : 0), 0);
  return [{ at: 4, bytes: long(end - 8 + added), isNew: false }, ...all];
}

/**
 * Returns the dpi that a WebP states in its EXIF data: 0 if it states none, null if this code cannot read
 * it.
 */
export async function webpDpi(read: Read, size: number): Promise<number | null> {
  const webp = await webpChunks(read, size);
  if (webp === null) return null;
  const [exif, ...more] = webp.chunks.filter(({ kind }) => kind === 'EXIF');
  if (exif === undefined) return 0;
  return more.length > 0 ? null : tiffDpi((await exifIn(read, exif)).within);
}

/**
 * Returns the edits that declare EXIF data: they set the flag in the VP8X chunk, or add that chunk if the
 * WebP has none.
 */
async function flagsEdits(read: Read, first: WebpChunk): Promise<readonly Edit[] | null> {
  const data = await read(first.at + 8, 10);
  const canvas = webpCanvas(first.kind, data);
  if (canvas === null) return null;
  const { exif } = webpFlags;
  if (first.kind !== 'VP8X') {
    return [{ at: first.at, bytes: webpExtended(canvas, exif), isNew: true }];
  }
  const flags = data[0] ?? 0;
  const isTold = (flags & exif) !== 0;
  return isTold ? [] : [{ at: first.at + 8, bytes: Buffer.of(flags | exif), isNew: false }];
}

/** Returns the offset at which EXIF data belongs: after the pixels and before XMP. */
function placeFor(chunks: readonly WebpChunk[], end: number): number {
  return chunks.find(({ kind }) => kind === 'XMP ')?.at ?? end;
}

/** Reads the existing EXIF data, which begins `lead` bytes into the chunk. */
async function exifIn(read: Read, { at, length }: WebpChunk) {
  const start = at + 8;
  // some programs store EXIF data with the prefix that it has in a JPEG
  const lead = (await read(start, 6)).toString('latin1') === 'Exif\0\0' ? 6 : 0;
  const within: Read = (from, count) =>
    read(start + lead + from, Math.max(0, Math.min(count, length - lead - from)));
  return { start, lead, within };
}

/** Appends the resolution to existing EXIF data. */
async function growExif(read: Read, chunk: WebpChunk, dpi: number): Promise<Edit[]> {
  const { at, length } = chunk;
  const { start, lead, within } = await exifIn(read, chunk);
  const edits = await tiffEdits(within, length - lead, dpi);
  return edits.flatMap((edit) => {
    if (!edit.isNew) return [{ ...edit, at: start + lead + edit.at }];
    // the padding byte of an odd-length chunk is replaced, because the longer EXIF data needs its
    // own padding
    const odd = length % 2;
    const grown = length + edit.bytes.length;
    return [
      { at: at + 4, bytes: long(grown), isNew: false },
      { at: start + length + odd, bytes: edit.bytes.subarray(odd), isNew: true },
    ];
  });
}

function long(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value, 0);
  return bytes;
}
