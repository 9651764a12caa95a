import { isSameShape } from '#shared/mask/scale.ts';
import type { Size } from '#shared/pictures.ts';

/** How a mask fits a photo: unchanged, after scaling, or not at all. */
export type Suit = 'same' | 'scaled' | 'none';

/** Returns whether and how a mask that was drawn on one photo fits another photo. */
export function suitOf(mask: Size, photo: Size): Suit {
  if (mask.width === photo.width && mask.height === photo.height) return 'same';
  return isSameShape(mask, photo) ? 'scaled' : 'none';
}
