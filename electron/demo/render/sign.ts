/**
 * Marks every image as made by the demo service: in its metadata, and with the word DEMO in the
 * bottom right corner. The word is drawn as outlines, because a minimal system has no fonts.
 */
import sharp from 'sharp';
import type { OverlayOptions, Sharp } from 'sharp';
import type { Size } from '#shared/pictures.ts';

export const demoSoftware = 'Darkslide demo service';
export const demoDescription = 'DEMO: made by the Darkslide demo service, not by the live service';

/** The letters D, E, M, O as strokes in a box of 60 by 100. */
const letters = [
  'M5 5 V95 H25 Q55 95 55 50 Q55 5 25 5 Z',
  'M52 5 H6 V95 H52 M6 50 H44',
  'M4 95 V5 L30 58 L56 5 V95',
  'M30 4 Q56 4 56 50 Q56 96 30 96 Q4 96 4 50 Q4 4 30 4 Z',
];
const pitch = 84;
const box = { width: 60 + 3 * pitch + 90, height: 100 + 80 };

/**
 * Returns the height of the DEMO mark for a picture: large enough to read, but small enough not to
 * distract from the picture.
 */
function markHeight({ width, height }: Size): number {
  return Math.max(16, Math.round(Math.min(width, height) * 0.035));
}

function markSvg(height: number): string {
  const width = Math.round((height * box.width) / box.height);
  const strokes = letters
    .map((path, index) => `<path transform="translate(${45 + index * pitch} 40)" d="${path}"/>`)
    .join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${box.width} ${box.height}">
    <rect width="${box.width}" height="${box.height}" rx="38" fill="#101418" fill-opacity="0.62"/>
    <g fill="none" stroke="#fff" stroke-width="13" stroke-linecap="round" stroke-linejoin="round">${strokes}</g></svg>`;
}

/** Returns the DEMO mark for a picture of `size`, and its position. */
function demoMark(size: Size): { input: Buffer; left: number; top: number } {
  const height = Math.min(markHeight(size), size.height);
  const width = Math.round((height * box.width) / box.height);
  const margin = Math.round(height * 0.6);
  return {
    input: Buffer.from(markSvg(height)),
    left: Math.max(0, size.width - width - margin),
    top: Math.max(0, size.height - height - margin),
  };
}

/**
 * Adds the overlays in `below`, the DEMO mark and the metadata, and sets the format. The picture
 * must already be composited and have its final size.
 */
export function signed(
  picture: Sharp,
  size: Size & { readonly channels: 3 | 4 },
  format: 'png' | 'jpg',
  below: readonly OverlayOptions[] = [],
): Sharp {
  const laid = picture.composite([...below, demoMark(size)]);
  // Compositing adds an alpha channel, which is removed here.
  const marked = (size.channels === 3 ? laid.removeAlpha() : laid)
    .withIccProfile('srgb')
    .withExif({ IFD0: { ImageDescription: demoDescription, Software: demoSoftware } });
  return format === 'png'
    ? marked.png({ compressionLevel: 3, adaptiveFiltering: true })
    : marked.jpeg({ quality: 92, chromaSubsampling: '4:4:4' });
}

/** Opens a picture of raw bytes for further processing, without copying them. */
export function fromRaw(data: Buffer, { width, height }: Size, channels: 3 | 4): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}
