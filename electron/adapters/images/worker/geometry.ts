import { customModelLimits, customSceneLimits, uploadLimits } from '#shared/limits.ts';
import { failure, success } from '#shared/problem.ts';
import type { Outcome } from '#shared/problem.ts';
import type { Size } from '#shared/pictures.ts';
import { canvasSize } from '#shared/upload-size.ts';
import type { PrepareRequest } from '../protocol.ts';

export type { Size };

export interface CopyLimits {
  /** px; the shortest side a copy may have. */
  readonly sideAtLeast: number;
  /** long side / short side must be less than this. */
  readonly aspectBelow: number;
  readonly bytes: number;
}

/**
 * The service's limits ("Limits") for a copy. Photos of custom models and custom scenes go through the same
 * upload and keep its limits besides their own.
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
      // a scene may have 512 px, but the upload that it goes through takes only more
      return { ...upload, bytes: customSceneLimits.bytes };
  }
}

/**
 * The size of the canvas a photo of `photo` px is put on (`canvasSize`). Nothing is enlarged: a photo
 * that stays too small is refused, and so is one too long.
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
      `"${name}" is ${sizeText(photo)}: its long side must be less than ${aspectBelow} times the short side, and it is ${(long / short).toFixed(2)} times. Crop it, or set a padding colour in the recipe.`,
      { about: `${name}, ${sizeText(photo)}`, parameter: 'pad' },
    );
  }
  if (Math.min(canvas.width, canvas.height) < sideAtLeast) {
    return failure(
      'photo-too-small',
      `"${name}" is ${sizeText(photo)}: both sides must be at least ${sideAtLeast} px. Use a larger photo; Darkslide never enlarges it.`,
      { about: `${name}, ${sizeText(photo)}, ≥ ${sideAtLeast} px` },
    );
  }
  return success(canvas);
}

/** `size` times `factor`, no side below `sideAtLeast` and the aspect kept within its limit. */
export function scaledSize(size: Size, factor: number, limits: CopyLimits): Size {
  const short = Math.min(size.width, size.height);
  const least = Math.max(factor, limits.sideAtLeast / short);
  const scale = Math.min(1, least);
  const width = Math.round(size.width * scale);
  const height = Math.round(size.height * scale);
  // rounding may carry an aspect just under its limit onto it
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

/** Aspects of photo and copy further apart than rounding tell that the copy was padded. */
const aspectTolerance = 0.01;

/** px that a photo has on its copy: all of it, or less where the copy was padded. */
export function sizeOnCopy(photo: Size, copy: Size): Size {
  const factors = [copy.width / photo.width, copy.height / photo.height];
  const factor = Math.min(...factors);
  if (Math.max(...factors) / factor <= 1 + aspectTolerance) {
    return { width: copy.width, height: copy.height };
  }
  return { width: Math.round(photo.width * factor), height: Math.round(photo.height * factor) };
}
