import { readerOfBuffer, type Read } from '../../base/formats/bytes.ts';
import { jpegSegment, pngChunk } from '../../base/formats/chunks.ts';
import { correctedTiff, exifOf, tiffEdits, type Edit } from './tiff-resolution.ts';
import { webpEdits } from './webp-resolution.ts';

export const METRES_PER_INCH = 0.0254;
/** Number of bytes at the start of a file that are searched for its resolution. */
const HEAD = 16_000_000;

/**
 * Returns the edits that make a PNG, JPEG, TIFF or WebP of `size` bytes state a resolution in whole
 * dpi: in the field that readers of the format use (pHYs; JFIF or EXIF; the first directory; EXIF),
 * and in EXIF data that contradicts it. Returns no edits for a file that already states the
 * resolution, for other formats and for unreadable files. Insertions come last, starting with those
 * nearest to the end of the file.
 */
export async function resolutionEdits(
  read: Read,
  size: number,
  dpi: number,
): Promise<readonly Edit[]> {
  const start = (await read(0, 12)).toString('latin1');
  if (start.startsWith('RIFF')) return webpEdits(read, size, dpi);
  if (start.startsWith('II') || start.startsWith('MM')) return tiffEdits(read, size, dpi);
  const head = () => read(0, Math.min(size, HEAD));
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return ofPng(await head(), dpi);
  return start.startsWith('\xff\xd8\xff') ? ofJpeg(await head(), dpi) : [];
}

async function ofPng(head: Buffer, dpi: number): Promise<readonly Edit[]> {
  const wanted = physOf(dpi);
  const found: Edit[] = [];
  let hasOne = false;
  for (let at = 8; at + 12 <= head.length; at += 12 + head.readUInt32BE(at)) {
    const kind = head.toString('latin1', at + 4, at + 8);
    if (kind === 'IDAT') return hasOne ? found : [...found, { at, bytes: wanted, isNew: true }];
    if (kind === 'eXIf') found.push(...(await ofExifChunk(head, at, dpi)));
    if (kind !== 'pHYs') continue;
    if (head.readUInt32BE(at) !== 9) return [];
    hasOne = true;
    if (!head.subarray(at, at + wanted.length).equals(wanted)) {
      found.push({ at, bytes: wanted, isNew: false });
    }
  }
  return [];
}

/**
 * If the eXIf chunk contradicts `dpi`, returns the edits that replace the entire chunk, with a corrected resolution and
 * a new CRC.
 */
async function ofExifChunk(head: Buffer, at: number, dpi: number): Promise<readonly Edit[]> {
  const length = head.readUInt32BE(at);
  if (at + 12 + length > head.length) return [];
  const exif = Buffer.from(head.subarray(at + 8, at + 8 + length));
  const edits = await correctedTiff(readerOfBuffer(exif), dpi);
  for (const edit of edits) edit.bytes.copy(exif, edit.at);
  return edits.length === 0 ? [] : [{ at, bytes: pngChunk('eXIf', exif), isNew: false }];
}

/** Returns a complete pHYs chunk. */
function physOf(dpi: number): Buffer {
  const data = Buffer.alloc(9, 1);
  const perMetre = Math.round(dpi / METRES_PER_INCH);
  data.writeUInt32BE(perMetre, 0);
  data.writeUInt32BE(perMetre, 4);
  return pngChunk('pHYs', data);
}

async function ofJpeg(head: Buffer, dpi: number): Promise<readonly Edit[]> {
  const stated = Buffer.from([1, dpi >> 8, dpi & 0xff, dpi >> 8, dpi & 0xff]);
  const edits: Edit[] = [];
  let [hasJfif, isRgb] = [false, false];
  let exif: Exif | null = null;
  for (let at = 2; at + 4 <= head.length;) {
    const marker = head[at + 1] ?? 0;
    if (head[at] !== 0xff) return [];
    // a fill byte before a marker
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === 0xda) {
      if (hasJfif) return edits;
      if (isRgb) return exif === null ? [newExif(dpi)] : grownExif(exif, dpi);
      const jfif = Buffer.from('ffe000104a46494600010200000000000000', 'hex');
      stated.copy(jfif, 11);
      return [...edits, { at: 2, bytes: jfif, isNew: true }];
    }
    const length = head.readUInt16BE(at + 2);
    const start = at + 4;
    const data = head.subarray(start, at + 2 + length);
    if (marker === 0xe0 && data.length >= 14 && beginsWith(data, 'JFIF\0') && !hasJfif) {
      hasJfif = true;
      if (!data.subarray(7, 12).equals(stated)) {
        edits.push({ at: start + 7, bytes: stated, isNew: false });
      }
    }
    if (marker === 0xe1 && beginsWith(data, 'Exif\0\0')) {
      exif ??= { at, tiff: data.subarray(6) };
      for (const edit of await correctedTiff(readerOfBuffer(data.subarray(6)), dpi)) {
        edits.push({ ...edit, at: start + 6 + edit.at });
      }
    }
    isRgb ||= declaresRgb(marker, data);
    at += 2 + length;
  }
  return [];
}

/** The EXIF segment of a JPEG. */
interface Exif {
  /** Offset of the EXIF segment. */
  readonly at: number;
  readonly tiff: Buffer;
}

/** The number of bytes in a segment before its EXIF data, and the maximum length of a segment. */
const [BEFORE_EXIF, LONGEST_SEGMENT] = [10, 65_535];

/** Returns an EXIF segment for a JPEG that cannot have a JFIF segment. */
function newExif(dpi: number): Edit {
  const payload = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exifOf(dpi)]);
  return { at: 2, bytes: jpegSegment(0xe1, payload), isNew: true };
}

/**
 * Returns the edits that append the resolution to EXIF data; no edits if the segment has no room for it.
 */
async function grownExif({ at, tiff }: Exif, dpi: number): Promise<readonly Edit[]> {
  const edits = await tiffEdits(readerOfBuffer(tiff), tiff.length, dpi);
  const added = edits.reduce((sum, { bytes, isNew }) => sum + (isNew ? bytes.length : 0), 0);
  const length = Buffer.alloc(2);
  const total = BEFORE_EXIF - 2 + tiff.length + added;
  if (edits.length === 0 || total > LONGEST_SEGMENT) return [];
  length.writeUInt16BE(total, 0);
  const moved = edits.map((edit) => ({ ...edit, at: at + BEFORE_EXIF + edit.at }));
  return [{ at: at + 2, bytes: length, isNew: false }, ...moved];
}

/**
 * Checks whether a segment declares the pixels as red, green and blue, which a JFIF segment would
 * contradict.
 */
function declaresRgb(marker: number, data: Buffer): boolean {
  if (marker === 0xee) return data.length >= 12 && beginsWith(data, 'Adobe') && data[11] === 0;
  const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
  if (!isFrame || data[5] !== 3) return false;
  return [data[6], data[9], data[12]].every((id, n) => id === 'RGB'.codePointAt(n));
}

function beginsWith(data: Buffer, text: string): boolean {
  return data.toString('latin1', 0, text.length) === text;
}
