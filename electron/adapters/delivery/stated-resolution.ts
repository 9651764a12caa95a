import { readerOfBuffer, type Read } from '../../base/formats/bytes.ts';
import { METRES_PER_INCH } from './plain-resolution.ts';
import { tiffDpi } from './tiff-resolution.ts';
import { webpDpi } from './webp-resolution.ts';

/** Resolution in dpi for a photo that states none: the resolution usual for printing. */
export const USUAL = 300;
/** Maximum dpi, because JFIF stores the resolution in 16 bits. */
const HIGHEST = 65_535;
/** Maximum number of segments or chunks that are read. */
const MOST_PARTS = 100_000;
/** Maximum size in bytes of EXIF data that is read; longer data is left to ExifTool. */
const LARGEST_EXIF = 1_000_000;
/** Markers of a JPEG. */
const [APP0, APP1, APP13, SCAN] = [0xe0, 0xe1, 0xed, 0xda];
const none = Buffer.alloc(0);

/**
 * Returns the first plausible resolution of those that a photo states, in dpi, rounded to an
 * integer.
 */
export function usable(stated: readonly number[]): number | undefined {
  return stated.map(Math.round).find((dpi) => dpi >= 1 && dpi <= HIGHEST);
}

/**
 * Reads the resolution that a JPEG, PNG, TIFF or WebP states, in whole dpi; 300 if it states none. Null
 * for other formats, and for a file that may state the resolution in a form that only ExifTool reads.
 */
export async function plainDpi(read: Read, size: number): Promise<number | null> {
  const start = (await read(0, 12)).toString('latin1');
  if (start.startsWith('\xff\xd8\xff')) return inJpeg(read);
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return inPng(read);
  const stated = await (start.startsWith('RIFF') ? webpDpi(read, size) : tiffDpi(read));
  return stated === null ? null : (usable([stated]) ?? USUAL);
}

/** Reads the resolution from EXIF, or otherwise from JFIF. */
async function inJpeg(read: Read): Promise<number | null> {
  const exif: number[] = [];
  const jfif: number[] = [];
  let hasResources = false;
  for (let at = 2, n = 0; n < MOST_PARTS; n += 1) {
    const head = await read(at, 4);
    const marker = head[1] ?? 0;
    if (head.length < 4 || head[0] !== 0xff || marker === 0xff) return null;
    if (marker === SCAN) {
      if (exif.length > 1 || jfif.length > 1) return null;
      const stated = usable([...exif, ...jfif]);
      return stated ?? (hasResources ? null : USUAL);
    }
    const length = head.readUInt16BE(2);
    // the length includes the two bytes of the length itself
    if (length < 2) return null;
    const data = marker === APP0 || marker === APP1 ? await read(at + 4, length - 2) : none;
    const text = data.toString('latin1', 0, 10);
    if (marker === APP0 && text.startsWith('JFIF\0')) {
      if (data.length < 14) return null;
      jfif.push(data.readUInt16BE(8) * ({ 1: 1, 2: 2.54 }[data[7] ?? 0] ?? 0));
    }
    if (marker === APP1 && /exif/i.test(text)) {
      const stated = text.startsWith('Exif\0\0')
        ? await tiffDpi(readerOfBuffer(data.subarray(6)))
        : null;
      if (stated === null) return null;
      exif.push(stated);
    }
    // Photoshop's resources, which may also state a resolution
    hasResources ||= marker === APP13;
    at += 2 + length;
  }
  return null;
}

/** Reads the resolution from EXIF, which may also come after the pixels, or otherwise from pHYs. */
async function inPng(read: Read): Promise<number | null> {
  const exif: number[] = [];
  const phys: number[] = [];
  for (let at = 8, n = 0; n < MOST_PARTS; n += 1) {
    const head = await read(at, 8);
    if (head.length < 8) return null;
    const [length, kind] = [head.readUInt32BE(0), head.toString('latin1', 4)];
    if (kind === 'IEND') {
      return exif.length > 1 || phys.length > 1 ? null : (usable([...exif, ...phys]) ?? USUAL);
    }
    const wanted = { IDAT: 0, eXIf: LARGEST_EXIF }[kind] ?? 16;
    const data = wanted === 0 ? none : await read(at + 8, Math.min(length, wanted));
    if (kind === 'pHYs') {
      if (data.length < 9) return null;
      phys.push(data[8] === 1 ? data.readUInt32BE(0) * METRES_PER_INCH : 0);
    }
    if (kind === 'eXIf') {
      const stated = await tiffDpi(readerOfBuffer(data));
      if (stated === null) return null;
      exif.push(stated);
    }
    // EXIF in the form in which older programs store it in a PNG
    if (kind === 'zxIf' || data.toString('latin1').startsWith('Raw profile')) return null;
    at += 12 + length;
  }
  return null;
}
