import { uploadLimits } from './limits.ts';
import type { Size } from './pictures.ts';

/**
 * px of the canvas that a photo is uploaded on ("Limits"): the photo's own upright size, or with
 * `mayPad` its short side lengthened until the aspect is just allowed; null for a photo that is too
 * long and may not be padded. What weighs too much is made smaller besides, which nobody knows before
 * it is encoded.
 */
export function canvasSize(
  photo: Size,
  mayPad: boolean,
  aspectBelow: number = uploadLimits.aspectBelow,
): Size | null {
  const { width, height } = photo;
  const long = Math.max(width, height);
  if (long / Math.min(width, height) < aspectBelow) return { width, height };
  if (!mayPad) return null;
  const padded = Math.floor(long / aspectBelow) + 1;
  return width >= height ? { width, height: padded } : { width: padded, height };
}

/** Where a photo lies on its canvas, px: in the middle. */
export function placeOnCanvas(photo: Size, canvas: Size) {
  const left = Math.floor((canvas.width - photo.width) / 2);
  const top = Math.floor((canvas.height - photo.height) / 2);
  return {
    left,
    top,
    right: canvas.width - photo.width - left,
    bottom: canvas.height - photo.height - top,
  };
}
