import { problemOf } from '../page-failure.ts';
import type { Size } from '../pictures.ts';
import type { Problem } from '../problem.ts';
import { isSameShape } from './scale.ts';

/** The properties of a mask that decide which photos it fits. */
export interface MaskShape extends Size {
  /** The display name. */
  readonly name: string;
  /** Whether the mask was drawn, so that it can be scaled; an image has a fixed size. */
  readonly isDrawn: boolean;
}

/**
 * Returns whether a mask fits a photo (upright size in px): `fits`, `scaled` because the mask was drawn on a photo of
 * another size, or `unfit` because the photo has another shape. Whether an image has the exact size is checked later,
 * when the photo's copy is created.
 */
export function fitOf(mask: MaskShape, photo: Size, uploaded: Size): 'fits' | 'scaled' | 'unfit' {
  const isShape = isSameShape(mask, photo) || (!mask.isDrawn && isSameShape(mask, uploaded));
  if (!isShape) return 'unfit';
  const isSize = mask.width === photo.width && mask.height === photo.height;
  return mask.isDrawn && !isSize ? 'scaled' : 'fits';
}

/** Returns the problem of a mask that does not fit a photo's shape. */
export function maskMisfit(mask: MaskShape, photo: Size & { readonly name: string }): Problem {
  const own = `${mask.width} × ${mask.height} px`;
  const wanted = `${photo.width} × ${photo.height} px`;
  return problemOf(
    'mask-shape.sent',
    { name: mask.name, size: own, photo: photo.name, photoSize: wanted },
    { about: `${mask.name}, ${own} / ${photo.name}, ${wanted}`, parameter: 'customMask' },
  );
}
