import type { ProblemKey } from '#shared/failure.ts';
import type { ImageFormat } from '../types.ts';
import { readTiff, tag } from './tiff-ifd.ts';
import type { Read } from '../../../base/formats/bytes.ts';

/** What a file's first bytes show: a format that Darkslide reads, or why the file is refused. */
export type Detection = { readonly format: ImageFormat } | { readonly refused: Refusal };

type Refusal = Extract<
  ProblemKey,
  `photo-refused-format.${string}` | `photo-not-an-image.${string}`
>;

/** Photometric interpretations that occur only in camera RAWs: colour filter array and linear raw. */
const rawPhotometrics = [32_803, 34_892];

const magics: readonly [at: number, bytes: string, detected: Detection][] = [
  [0, '\xff\xd8\xff', { format: 'jpeg' }],
  [0, '\x89PNG\r\n\x1a\n\0\0\0\rIHDR', { format: 'png' }],
  [0, '8BPS\0\x01', { format: 'psd' }],
  [0, '8BPS\0\x02', { format: 'psd' }],
  [0, 'FUJIFILMCCD-RAW', { format: 'raw' }],
  [0, 'IIU\0', { format: 'raw' }], // Panasonic RW2
  [0, 'IIRO', { format: 'raw' }], // Olympus ORF
  [0, 'IIRS', { format: 'raw' }],
  [0, 'MMOR', { format: 'raw' }],
  [0, 'FOVb', { format: 'raw' }], // Sigma X3F
  [0, '\0MRM', { format: 'raw' }], // Minolta MRW
  [6, 'HEAPCCDR', { format: 'raw' }], // Canon CRW
  [0, 'GIF8', refuse('gif')],
  [0, 'BM', refuse('bmp')],
  [0, '%PDF', refuse('pdf')],
  [0, '%!PS', refuse('postscript')],
  [0, '\xff\x0a', refuse('jpeg-xl')],
  [0, '\0\0\0\x0cJXL ', refuse('jpeg-xl')],
  [0, '\0\0\0\x0cjP  ', refuse('jpeg-2000')],
  [0, 'PK\x03\x04', refuse('zip')],
  [0, '\x1aE\xdf\xa3', refuse('video')],
  [4, 'moov', refuse('video')],
  [4, 'mdat', refuse('video')],
  [4, 'wide', refuse('video')],
];

function refuse(
  format: Refusal extends infer Key
    ? Key extends `photo-refused-format.${infer Format}`
      ? Format
      : never
    : never,
): Detection {
  return { refused: `photo-refused-format.${format}` };
}

/** Minimum number of bytes that `detect` needs; every photo is longer. */
const headLength = 1_024;

/**
 * Detects a file's format from its content. Ignores the file's name, and reads only its beginning and its
 * tags.
 */
export async function detect(readAt: Read): Promise<Detection> {
  const head = await readAt(0, headLength);
  if (head.length === 0) return { refused: 'photo-not-an-image.empty' };
  const text = head.toString('latin1');
  const known = magics.find(([at, bytes]) => text.startsWith(bytes, at));
  if (known !== undefined) return known[2];
  if (text.startsWith('RIFF')) return riff(text.slice(8, 12));
  if (text.startsWith('ftyp', 4)) return isoMedia(head);
  if (/^(?:II[*+]\0|MM\0[*+])/.test(text)) return tiffOrRaw(readAt, text);
  return textual(head.toString('utf8'));
}

function riff(kind: string): Detection {
  if (kind === 'WEBP') return { format: 'webp' };
  return kind === 'AVI ' ? refuse('video') : notAnImage();
}

/** Distinguishes HEIC, AVIF, Canon's CR3 and videos by their brands, because they share one container. */
function isoMedia(head: Buffer): Detection {
  const end = Math.min(head.readUInt32BE(0), head.length);
  const brands: string[] = [];
  for (let at = 8; at + 4 <= end; at += 4)
    if (at !== 12) brands.push(head.toString('latin1', at, at + 4));
  const has = (...names: string[]) => names.some((name) => brands.includes(name));
  if (has('crx ')) return { format: 'raw' };
  if (has('avif', 'avis')) return { format: 'avif' };
  if (has('heic', 'heix', 'heim', 'heis', 'hevc', 'hevx')) return { format: 'heic' };
  if (has('mif1', 'msf1')) return { format: 'heic' };
  return refuse('video');
}

async function tiffOrRaw(readAt: Read, text: string): Promise<Detection> {
  if (text.startsWith('CR\x02', 8)) return { format: 'raw' };
  const tiff = await readTiff(readAt);
  for (const { tags } of tiff?.ifds ?? []) {
    if (tags.has(tag.dngVersion)) return { format: 'raw' };
    const [photometric = -1] = (await tiff?.numbers(tags.get(tag.photometric))) ?? [];
    if (rawPhotometrics.includes(photometric)) return { format: 'raw' };
  }
  return { format: 'tiff' };
}

/** The first characters of PNG, JPEG and WebP data in base64. */
const coded = ['iVBORw0KGgo', '/9j/', 'UklGR'];

function textual(text: string): Detection {
  const start = text
    .replace(/^\uFEFF/, '')
    .trimStart()
    .toLowerCase();
  if (start.startsWith('data:')) {
    return { refused: 'photo-not-an-image.data-url' };
  }
  if (coded.some((beginning) => text.trimStart().startsWith(beginning))) {
    return { refused: 'photo-not-an-image.base64' };
  }
  if (!start.startsWith('<')) return notAnImage();
  if (start.includes('<svg')) return refuse('svg');
  return refuse(/<(?:!doctype )?html/.test(start) ? 'web-page' : 'xml');
}

function notAnImage(): Detection {
  return { refused: 'photo-not-an-image.unknown' };
}
