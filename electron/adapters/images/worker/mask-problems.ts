import { basename } from 'node:path';
import { failure, success } from '#shared/problem.ts';
import type { Outcome } from '#shared/problem.ts';
import type { MaskSource } from '../protocol.ts';
import { isSame, sizeText } from './geometry.ts';
import type { Size } from './geometry.ts';

/** Returns the name of a mask in messages. */
export function nameOf({ source, name }: MaskSource): string {
  return name ?? basename(source);
}

/** Returns the problem mask-invalid, about the file `name`. */
export function invalidMask(name: string, message: string): Outcome<never> {
  return failure('mask-invalid', message, { about: name, parameter: 'customMask' });
}

/**
 * Returns the problem mask-size: a mask of `own` px for a photo whose uploaded copy has another size, all in
 * px.
 */
export function wrongMaskSize(name: string, own: Size, photo: Size, copy: Size): Outcome<never> {
  const either = isSame(photo, copy) ? sizeText(photo) : `${sizeText(photo)} or ${sizeText(copy)}`;
  return failure(
    'mask-size',
    `The mask "${name}" is ${sizeText(own)}, and the upright photo is ${sizeText(photo)}. Make the mask ${either}.`,
    { about: `${name}, ${sizeText(own)} / ${sizeText(photo)}`, parameter: 'customMask' },
  );
}

/** Returns the problem mask-shape: a mask that was drawn on a photo with another aspect ratio. */
export function wrongMaskShape(name: string, own: Size, photo: Size): Outcome<never> {
  return failure(
    'mask-shape',
    `The mask "${name}" was drawn on a photo of ${sizeText(own)}, and this photo is ${sizeText(photo)}. The aspect ratios differ; draw a mask for this photo.`,
    { about: `${name}, ${sizeText(own)} / ${sizeText(photo)}`, parameter: 'customMask' },
  );
}

/**
 * Checks that a mask keeps a part of the photo; keeping nothing or everything is useless. Problems:
 * mask-empty, mask-full.
 */
export function keepsSome(name: string, kept: number): Outcome<null> {
  if (kept > 0 && kept < 1) return success(null);
  const of = { about: name, parameter: 'customMask' };
  return kept === 0
    ? failure(
        'mask-empty',
        `The mask "${name}" keeps nothing. Paint the areas to keep in white.`,
        of,
      )
    : failure(
        'mask-full',
        `The mask "${name}" keeps the whole image, so there is nothing to generate. Clear the areas that may change.`,
        of,
      );
}
