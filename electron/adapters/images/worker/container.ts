import { rewriteJpeg } from './container-jpeg.ts';
import { rewritePng } from './container-png.ts';
import type { Container, EmbeddedData } from './embedded-data.ts';
import { rewriteWebp } from './container-webp.ts';

const rewriters = { jpeg: rewriteJpeg, png: rewritePng, webp: rewriteWebp };

/**
 * Rewrites the container of a picture around the same coded pixels; returns null if the picture is malformed.
 */
export async function rewriteContainer(
  picture: Buffer,
  container: Container,
  wanted: EmbeddedData,
): Promise<Buffer | null> {
  return rewriters[container](picture, wanted);
}

const exifPrefix = Buffer.from('Exif\0\0', 'latin1');

/** Returns EXIF data as stored in PNG and WebP, without the prefix that it has in JPEG. */
export function bareExif(exif: Buffer): Buffer {
  return exif.subarray(0, 6).equals(exifPrefix) ? exif.subarray(6) : exif;
}
