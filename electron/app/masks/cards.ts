import { failure } from '#shared/failure.ts';
import type { Outcome } from '#shared/problem.ts';
import type { MaskCard } from '#shared/views/masks.ts';
import type { DrawnMask } from '../../adapters/ledger/masks.ts';

/** Returns a mask in the form that the lists show. */
export function cardOf(mask: DrawnMask): MaskCard {
  const { id, name, number, photoName, width, height, position, changedAt } = mask;
  return { id, name, number, photoName, width, height, steps: position, changedAt };
}

export function unknownMask(): Outcome<never> {
  return failure('mask-unknown');
}
