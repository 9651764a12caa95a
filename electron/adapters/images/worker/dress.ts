import { dressJpeg } from './dress-jpeg.ts';
import { dressPng } from './dress-png.ts';
import type { Container, Dress } from './dress-shape.ts';
import { dressWebp } from './dress-webp.ts';

const dressers = { jpeg: dressJpeg, png: dressPng, webp: dressWebp };

/** Rewrites the container of a picture around the same pixels; null when it is not well formed. */
export function dress(picture: Buffer, container: Container, wanted: Dress): Buffer | null {
  return dressers[container](picture, wanted);
}

const exifPrefix = Buffer.from('Exif\0\0', 'latin1');

/** EXIF as it stands in PNG and WebP: without the prefix that JPEG puts before it. */
export function bareExif(exif: Buffer): Buffer {
  return exif.subarray(0, 6).equals(exifPrefix) ? exif.subarray(6) : exif;
}
