import type { Pixels } from '../areas/pixels.ts';

/**
 * Returns the photo's pixels; null if they can't be read. This is the only place that reads pixels from a
 * canvas.
 */
export function pixelsOf(bitmap: ImageBitmap): Pixels | null {
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext('2d', {
    willReadFrequently: true,
  });
  context?.drawImage(bitmap, 0, 0);
  bitmap.close();
  return context?.getImageData(0, 0, width, height) ?? null;
}
