import type { Size } from '../pictures.ts';
import type { Problem } from '../problem.ts';
import { isSameShape } from './scale.ts';

/** What of a mask decides on which photos it can be laid. */
export interface MaskShape extends Size {
  /** What it is called. */
  readonly name: string;
  /** One that was drawn is made at any size; an image has its pixels. */
  readonly isDrawn: boolean;
}

/**
 * What becomes of a mask on a photo, px upright: it fits; it is scaled, because it was drawn on a photo of
 * another size; or the photo has another shape. Whether an image has the very size is seen when the photo's
 * copy is made.
 */
export function fitOf(mask: MaskShape, photo: Size, uploaded: Size): 'fits' | 'scaled' | 'unfit' {
  const isShape = isSameShape(mask, photo) || (!mask.isDrawn && isSameShape(mask, uploaded));
  if (!isShape) return 'unfit';
  const isSize = mask.width === photo.width && mask.height === photo.height;
  return mask.isDrawn && !isSize ? 'scaled' : 'fits';
}

/** Why a mask is not laid over a photo of another shape. */
export function maskMisfit(mask: MaskShape, photo: Size & { readonly name: string }): Problem {
  const own = `${mask.width} × ${mask.height} px`;
  const wanted = `${photo.width} × ${photo.height} px`;
  return {
    code: 'mask-shape',
    message: `The mask "${mask.name}" is ${own}, and "${photo.name}" is ${wanted}. The aspect ratios differ, so nothing was sent; draw a mask for this photo.`,
    about: `${mask.name}, ${own} / ${photo.name}, ${wanted}`,
    parameter: 'customMask',
  };
}
