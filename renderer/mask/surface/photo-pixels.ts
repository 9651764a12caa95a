import type { Pixels } from '../areas/pixels.ts';

/** Returns the photo's pixels. No other code reads pixels back from a canvas. */
export function pixelsOf(bitmap: ImageBitmap): Pixels | null {
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext('2d', {
    willReadFrequently: true,
  });
  context?.drawImage(bitmap, 0, 0);
  bitmap.close();
  return context?.getImageData(0, 0, width, height) ?? null;
}
