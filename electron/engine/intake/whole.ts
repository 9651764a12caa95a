import { largestPhoto, openRegular } from '../../base/regular-file.ts';
import { endOfBoxes } from './whole/boxes.ts';
import { bytesOfFile, isZero, type Bytes, type End } from './whole/bytes.ts';
import { endOfJpeg } from './whole/jpeg.ts';
import { endOfPng } from './whole/png.ts';
import { endOfPsd } from './whole/psd.ts';
import { endOfRaf } from './whole/raf.ts';
import { endOfTiff } from './whole/tiff.ts';
import { endOfWebp } from './whole/webp.ts';

/** Whether a file begins like a photo, and whether its structure is complete to its end. */
export interface Wholeness {
  readonly isPhoto: boolean;
  readonly end: End;
}

export type WholenessOfFile = Wholeness & { readonly isEmpty: boolean };

/** Number of bytes that identify a format; every photo is longer. */
const HEAD = 16;

/**
 * Checks whether a file is complete, from its structure: reads beginnings and ends, and the coded
 * pixels of a JPEG only if videos or second pictures are appended. Does not decode the file. Throws
 * what `openRegular` throws.
 */
export async function wholenessOfFile(
  path: string,
  signal?: AbortSignal,
): Promise<WholenessOfFile> {
  const handle = await openRegular(path, { most: largestPhoto, signal });
  try {
    const { size } = await handle.stat();
    return { ...(await wholenessOf(bytesOfFile(handle, size, signal))), isEmpty: size === 0 };
  } finally {
    await handle.close();
  }
}

export async function wholenessOf(bytes: Bytes): Promise<Wholeness> {
  const head = await bytes.read(0, HEAD);
  // nothing was written yet, or its space was reserved first: the file may still become a photo
  if (isZero(head) || (head.length < HEAD && mayBegin(head))) return { isPhoto: false, end: 'cut' };
  const endOf = formats.find((format) => format.begins(head))?.endOf;
  if (endOf === undefined) return { isPhoto: false, end: 'unsure' };
  return { isPhoto: true, end: await endOf(bytes) };
}

/** Returns whether these few bytes can be the beginning of a photo. */
function mayBegin(head: Buffer): boolean {
  return '\xff\x89RIM8F\0'.includes(text(head, 0, 1));
}

interface Format {
  begins(head: Buffer): boolean;
  endOf(bytes: Bytes): Promise<End>;
}

const text = (head: Buffer, from: number, to: number) => head.toString('latin1', from, to);
const boxBrands = new Set('avif avis heic heix heim heis hevc hevx mif1 msf1 crx '.match(/..../g));
const tiffMarks = new Set(['II*\0', 'MM\0*', 'II+\0', 'MM\0+', 'IIRO', 'IIRS', 'MMOR']);
/**
 * First bytes of Panasonic, Minolta, Sigma and old Canon RAWs, whose structure does not show where
 * they end.
 */
const marksWithoutEnd = ['IIU\0', '\0MRM', 'FOVb'];

const formats: readonly Format[] = [
  { begins: (head) => text(head, 0, 3) === '\xff\xd8\xff', endOf: endOfJpeg },
  { begins: (head) => text(head, 0, 8) === '\x89PNG\r\n\x1a\n', endOf: endOfPng },
  {
    begins: (head) => text(head, 0, 4) === 'RIFF' && text(head, 8, 12) === 'WEBP',
    endOf: endOfWebp,
  },
  { begins: (head) => tiffMarks.has(text(head, 0, 4)), endOf: endOfTiff },
  {
    begins: (head) => text(head, 4, 8) === 'ftyp' && boxBrands.has(text(head, 8, 12)),
    endOf: endOfBoxes,
  },
  { begins: (head) => text(head, 0, 4) === '8BPS', endOf: endOfPsd },
  { begins: (head) => text(head, 0, 15) === 'FUJIFILMCCD-RAW', endOf: endOfRaf },
  {
    begins: (head) =>
      marksWithoutEnd.includes(text(head, 0, 4)) || text(head, 6, 14) === 'HEAPCCDR',
    endOf: () => Promise.resolve('unsure'),
  },
];
