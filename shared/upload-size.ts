import { uploadLimits } from './limits.ts';
import type { Size } from './pictures.ts';

const { aspectBelow } = uploadLimits;

/** A recipe's settings for the upload size of photos. */
export interface UploadWish {
  /** `#rrggbb` for padding a photo that is too long; null refuses such a photo. */
  readonly pad: string | null;
  /** Maximum px of the photo's long side; without it, the photo keeps its size. */
  readonly longSide?: number | undefined;
}

/** Maximum px of a photo's sides. */
export const longestSide = 100_000;
/** Minimum px of a photo's sides that the service accepts. */
export const shortestSide = uploadLimits.sideAbove + 1;

/**
 * Returns the size in px at which a photo is uploaded, without padding: its own size, or downscaled to `longSide` as
 * far as the service accepts the result (interface: "Limits").
 */
export function photoSize(photo: Size, longSide: number | undefined): Size {
  const long = Math.max(photo.width, photo.height);
  const short = Math.min(photo.width, photo.height);
  if (longSide === undefined) return { width: photo.width, height: photo.height };
  const factor = Math.min(1, Math.max(longSide / long, shortestSide / short));
  const side = Math.round(short * factor);
  // Rounding could raise an aspect ratio that is just below the limit to the limit.
  const most = long / short < aspectBelow ? side * aspectBelow - 1 : Infinity;
  const length = Math.min(Math.round(long * factor), most);
  return photo.width >= photo.height
    ? { width: length, height: side }
    : { width: side, height: length };
}

/** Returns the size in px of a photo's copy for a recipe (`photoSize`, `canvasSize`); null if the photo is too long. */
export function uploadSize(photo: Size, { pad, longSide }: UploadWish): Size | null {
  return canvasSize(photoSize(photo, longSide), pad !== null);
}

/**
 * Returns the size in px of the canvas on which a photo is uploaded (interface: "Limits"): the photo's upright size or,
 * with `mayPad`, with the short side extended until the aspect ratio is just allowed. Null if the photo is too long and
 * may not be padded. A file with too many bytes is downscaled later, because its size is known only after encoding.
 */
export function canvasSize(photo: Size, mayPad: boolean, below: number = aspectBelow): Size | null {
  const { width, height } = photo;
  const long = Math.max(width, height);
  if (long / Math.min(width, height) < below) return { width, height };
  if (!mayPad) return null;
  const padded = Math.floor(long / below) + 1;
  return width >= height ? { width, height: padded } : { width: padded, height };
}

/** Returns the margins of a photo centred on its canvas in px. */
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
