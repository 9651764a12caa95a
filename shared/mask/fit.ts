import { problemOf } from '../page-failure.ts';
import type { Size } from '../pictures.ts';
import type { Problem } from '../problem.ts';
import { isSameShape } from './scale.ts';

/** The facts about a mask that decide which photos it fits. */
export interface MaskShape extends Size {
  /** The display name. */
  readonly name: string;
  /** True for a drawn mask, which has no fixed size; an image has fixed pixels. */
  readonly isDrawn: boolean;
}

/**
 * Returns how a mask fits a photo, px upright: it fits, it is scaled because it was drawn on a photo of another size,
 * or the photo has another shape. Whether an image has the exact size is checked when the photo's copy is created.
 */
export function fitOf(mask: MaskShape, photo: Size, uploaded: Size): 'fits' | 'scaled' | 'unfit' {
  const isShape = isSameShape(mask, photo) || (!mask.isDrawn && isSameShape(mask, uploaded));
  if (!isShape) return 'unfit';
  const isSize = mask.width === photo.width && mask.height === photo.height;
  return mask.isDrawn && !isSize ? 'scaled' : 'fits';
}

/** Returns the problem of a mask for a photo of another shape. */
export function maskMisfit(mask: MaskShape, photo: Size & { readonly name: string }): Problem {
  const own = `${mask.width} × ${mask.height} px`;
  const wanted = `${photo.width} × ${photo.height} px`;
  return problemOf(
    'mask-shape.sent',
    { name: mask.name, size: own, photo: photo.name, photoSize: wanted },
    { about: `${mask.name}, ${own} / ${photo.name}, ${wanted}`, parameter: 'customMask' },
  );
}
