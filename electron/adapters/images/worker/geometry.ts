import { customModelLimits, customSceneLimits, uploadLimits } from '#shared/limits.ts';
import { failure } from '#shared/failure.ts';
import { success } from '#shared/problem.ts';
import type { Outcome } from '#shared/problem.ts';
import type { Size } from '#shared/pictures.ts';
import { canvasSize } from '#shared/upload-size.ts';
import type { PrepareRequest } from '../protocol.ts';

export type { Size };

export interface CopyLimits {
  /** Minimum length of a copy's sides in px. */
  readonly sideAtLeast: number;
  /** The ratio of the long side to the short side must be below this number. */
  readonly aspectBelow: number;
  readonly bytes: number;
}

/**
 * Returns the service's limits (interface: "Limits") for a copy. Photos for custom models and scenes are uploaded in
 * the same way, so the limits of uploads apply to them as well.
 */
export function copyLimits(purpose: PrepareRequest['purpose']): CopyLimits {
  const upload = {
    sideAtLeast: uploadLimits.sideAbove + 1,
    aspectBelow: uploadLimits.aspectBelow,
    bytes: uploadLimits.bytes,
  };
  switch (purpose) {
    case 'upload':
      return upload;
    case 'custom-model':
      return { ...upload, bytes: customModelLimits.bytes };
    case 'custom-scene':
      // a scene may have sides of 512 px, but its upload requires more
      return { ...upload, bytes: customSceneLimits.bytes };
  }
}

/**
 * Returns the canvas size for a photo of `photo` px (`canvasSize`). The photo may be padded but is
 * never enlarged, so a photo that is still too small or too long is refused.
 */
export function canvasFor(
  name: string,
  photo: Size,
  limits: CopyLimits,
  mayPad: boolean,
): Outcome<Size> {
  const { aspectBelow, sideAtLeast } = limits;
  const canvas = canvasSize(photo, mayPad, aspectBelow);
  if (canvas === null) {
    const long = Math.max(photo.width, photo.height);
    const short = Math.min(photo.width, photo.height);
    return failure(
      'photo-too-long',
      { name, size: sizeText(photo), most: aspectBelow, ratio: long / short },
      { about: `${name}, ${sizeText(photo)}`, parameter: 'pad' },
    );
  }
  if (Math.min(canvas.width, canvas.height) < sideAtLeast) {
    return failure(
      'photo-too-small',
      { name, size: sizeText(photo), sideAtLeast },
      { about: `${name}, ${sizeText(photo)}, ≥ ${sideAtLeast} px` },
    );
  }
  return success(canvas);
}

/**
 * Returns `size` times `factor`, with no side below `sideAtLeast` and the aspect ratio within its limit.
 */
export function scaledSize(size: Size, factor: number, limits: CopyLimits): Size {
  const short = Math.min(size.width, size.height);
  const least = Math.max(factor, limits.sideAtLeast / short);
  const scale = Math.min(1, least);
  const width = Math.round(size.width * scale);
  const height = Math.round(size.height * scale);
  // rounding may raise an aspect ratio from just below its limit to exactly the limit
  if (width >= height * limits.aspectBelow)
    return { width: Math.ceil(height * limits.aspectBelow) - 1, height };
  if (height >= width * limits.aspectBelow)
    return { width, height: Math.ceil(width * limits.aspectBelow) - 1 };
  return { width, height };
}

export function sizeText({ width, height }: Size): string {
  return `${width} × ${height} px`;
}

export function isSame(one: Size, other: Size): boolean {
  return one.width === other.width && one.height === other.height;
}

/**
 * Maximum difference between the aspect ratios of photo and copy that counts as rounding; above it, the
 * copy was padded.
 */
const aspectTolerance = 0.01;

/**
 * Returns the size in px that the photo has on its copy: the entire copy, or less if the copy was padded.
 */
export function sizeOnCopy(photo: Size, copy: Size): Size {
  const factors = [copy.width / photo.width, copy.height / photo.height];
  const factor = Math.min(...factors);
  if (Math.max(...factors) / factor <= 1 + aspectTolerance) {
    return { width: copy.width, height: copy.height };
  }
  return { width: Math.round(photo.width * factor), height: Math.round(photo.height * factor) };
}
