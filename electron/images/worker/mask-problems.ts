import { failure } from '#shared/problem.ts';
import type { Outcome } from '#shared/problem.ts';
import { isSame, sizeText } from './geometry.ts';
import type { Size } from './geometry.ts';

/** Problem mask-invalid, about the file `name`. */
export function invalidMask(name: string, message: string): Outcome<never> {
  return failure('mask-invalid', message, { about: name, parameter: 'customMask' });
}

/** Problem mask-size: a mask of `own` px for a photo whose uploaded copy has others, px all. */
export function wrongMaskSize(name: string, own: Size, photo: Size, copy: Size): Outcome<never> {
  const either = isSame(photo, copy) ? sizeText(photo) : `${sizeText(photo)} or ${sizeText(copy)}`;
  return failure(
    'mask-size',
    `The mask "${name}" is ${sizeText(own)}, and the upright photo is ${sizeText(photo)}. Make the mask ${either}.`,
    { about: `${name}, ${sizeText(own)} / ${sizeText(photo)}`, parameter: 'customMask' },
  );
}
