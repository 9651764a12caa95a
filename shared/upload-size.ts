import { uploadLimits } from './limits.ts';
import type { Size } from './pictures.ts';

const { aspectBelow } = uploadLimits;

/** What a recipe says of the size that photos are uploaded with. */
export interface UploadWish {
  /** `#rrggbb` that a too long photo is padded with; null refuses it. */
  readonly pad: string | null;
  /** px that the photo's long side is brought to at most; left out, it keeps its size. */
  readonly longSide?: number | undefined;
}

/** px; no photo has more. */
export const longestSide = 100_000;
/** px; the shortest side that the service takes. */
export const shortestSide = uploadLimits.sideAbove + 1;

/**
 * px of a photo as it is uploaded, without padding: its own size, or made smaller to a long side, as far
 * as the service still takes it ("Limits").
 */
export function photoSize(photo: Size, longSide: number | undefined): Size {
  const long = Math.max(photo.width, photo.height);
  const short = Math.min(photo.width, photo.height);
  if (longSide === undefined) return { width: photo.width, height: photo.height };
  const factor = Math.min(1, Math.max(longSide / long, shortestSide / short));
  const side = Math.round(short * factor);
  // rounding may carry an aspect just under its limit onto it
  const most = long / short < aspectBelow ? side * aspectBelow - 1 : Infinity;
  const length = Math.min(Math.round(long * factor), most);
  return photo.width >= photo.height
    ? { width: length, height: side }
    : { width: side, height: length };
}

/** px of the copy of a photo by a recipe (`photoSize`, `canvasSize`); null where it is refused as too long. */
export function uploadSize(photo: Size, { pad, longSide }: UploadWish): Size | null {
  return canvasSize(photoSize(photo, longSide), pad !== null);
}

/**
 * px of the canvas that a photo is uploaded on ("Limits"): the photo's own upright size, or with
 * `mayPad` its short side lengthened until the aspect is just allowed; null for a photo that is too
 * long and may not be padded. What weighs too much is made smaller besides, which nobody knows before
 * it is encoded.
 */
export function canvasSize(photo: Size, mayPad: boolean, below: number = aspectBelow): Size | null {
  const { width, height } = photo;
  const long = Math.max(width, height);
  if (long / Math.min(width, height) < below) return { width, height };
  if (!mayPad) return null;
  const padded = Math.floor(long / below) + 1;
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
