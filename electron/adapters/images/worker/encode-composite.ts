import sharp from 'sharp';
import { rewriteContainer } from './container.ts';
import type { Container } from './embedded-data.ts';
import { fromPixels, type Pixels } from './pixels.ts';

/** Maximum side length that WebP supports, in px. */
const webpSideAtMost = 16_383;

const extensions: Readonly<Record<Container, string>> = {
  jpeg: '.jpg',
  png: '.png',
  webp: '.webp',
};

/**
 * Encodes the composite with the photo's profile, in the format of the result at `resultPath`, and
 * nearly lossless if the format is lossy. Uses PNG if that format does not support the composite's
 * size.
 */
export async function encodeComposite(
  pixels: Pixels,
  icc: Buffer,
  resultPath: string,
): Promise<{ readonly bytes: Buffer; readonly extension: string }> {
  const { format } = await sharp(resultPath).metadata();
  const container = containerFor(format, pixels);
  const coded = await coder(pixels, container).toBuffer();
  // the profile is not embedded with sharp, because sharp would convert the pixels to it
  const bytes = await rewriteContainer(coded, container, { icc, metadata: 'drop' });
  if (bytes === null) throw new Error(`sharp wrote a ${container} that is not well formed`);
  return { bytes, extension: extensions[container] };
}

function containerFor(format: string | undefined, { width, height }: Pixels): Container {
  if (format === 'jpeg') return 'jpeg';
  return format === 'webp' && Math.max(width, height) <= webpSideAtMost ? 'webp' : 'png';
}

function coder(pixels: Pixels, container: Container) {
  const image = fromPixels(pixels);
  switch (container) {
    case 'jpeg':
      return image.jpeg({ quality: 97, chromaSubsampling: '4:4:4' });
    case 'webp':
      return image.webp({ quality: 97, smartSubsample: true });
    case 'png':
      return image.png({ compressionLevel: 6 });
  }
}
