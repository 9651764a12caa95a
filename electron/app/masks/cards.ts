import { failure, type Outcome } from '#shared/problem.ts';
import type { MaskCard } from '#shared/views/masks.ts';
import type { DrawnMask } from '../../adapters/ledger/masks.ts';

/** Returns a mask as the lists show it. */
export function cardOf(mask: DrawnMask): MaskCard {
  const { id, name, number, photoName, width, height, position, changedAt } = mask;
  return { id, name, number, photoName, width, height, steps: position, changedAt };
}

export function unknownMask(): Outcome<never> {
  return failure(
    'mask-unknown',
    'This mask no longer exists: it was removed, perhaps in another window. Runs that used it are unchanged.',
  );
}
