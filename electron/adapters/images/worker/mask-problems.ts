import { basename } from 'node:path';
import { failure, type ProblemKey } from '#shared/failure.ts';
import { success } from '#shared/problem.ts';
import type { Outcome } from '#shared/problem.ts';
import type { MaskSource } from '../protocol.ts';
import { isSame, sizeText } from './geometry.ts';
import type { Size } from './geometry.ts';

/** Returns the name of a mask for use in messages. */
export function nameOf({ source, name }: MaskSource): string {
  return name ?? basename(source);
}

/** Returns the problem mask-invalid for the file `name`. */
export function invalidMask(
  key: Extract<ProblemKey, `mask-invalid.${string}`>,
  name: string,
): Outcome<never> {
  return failure(key, { name }, { about: name, parameter: 'customMask' });
}

/**
 * Returns the problem mask-size for a mask of size `own` that fits neither the photo nor its uploaded
 * copy; all sizes in px.
 */
export function wrongMaskSize(name: string, own: Size, photo: Size, copy: Size): Outcome<never> {
  const values = { name, size: sizeText(own), photo: sizeText(photo) };
  const of = {
    about: `${name}, ${sizeText(own)} / ${sizeText(photo)}`,
    parameter: 'customMask',
  };
  return isSame(photo, copy)
    ? failure('mask-size', values, of)
    : failure('mask-size.copy', { ...values, copy: sizeText(copy) }, of);
}

/** Returns the problem mask-shape for a mask that was drawn on a photo with another aspect ratio. */
export function wrongMaskShape(name: string, own: Size, photo: Size): Outcome<never> {
  return failure(
    'mask-shape',
    { name, size: sizeText(own), photo: sizeText(photo) },
    { about: `${name}, ${sizeText(own)} / ${sizeText(photo)}`, parameter: 'customMask' },
  );
}

/**
 * Checks that a mask keeps some but not all of the photo, because any other mask is useless. Problems:
 * mask-empty, mask-full.
 */
export function keepsSome(name: string, kept: number): Outcome<null> {
  if (kept > 0 && kept < 1) return success(null);
  const of = { about: name, parameter: 'customMask' };
  return kept === 0 ? failure('mask-empty', { name }, of) : failure('mask-full', { name }, of);
}
