import { emptyMask, withOperation } from '#shared/mask/document.ts';
import { mapOutcome, success, type Outcome } from '#shared/problem.ts';
import type { BegunSubject } from '#shared/views/masks.ts';
import type { Session } from '../session/session.ts';
import { notOnStrip } from '../retouch/filmstrip.ts';
import { cardOf, unknownMask } from './cards.ts';
import { checkUnchanged } from './draw.ts';
import { findSubjectOf } from './find-subject.ts';

/**
 * Finds, on this computer, the subject of a photo on the filmstrip, and creates a mask that keeps it. A photo that
 * already has a mask keeps that mask, because the user may have corrected it and runs use the latest mask. Problems:
 * photo-unknown, those of `findSubjectOf`.
 */
export async function beginSubjectMask(
  { studio }: Pick<Session, 'studio'>,
  stripId: number,
  signal: AbortSignal,
): Promise<Outcome<BegunSubject>> {
  const { ledger, images } = studio();
  const { masks } = ledger;
  const photo = ledger.filmstrip.get(stripId);
  if (photo === undefined) return notOnStrip();
  const inUse = () =>
    masks
      .ofPhoto(photo.photoId)
      .slice(0, 1)
      .find(({ position }) => position > 0);
  const before = inUse();
  if (before !== undefined) {
    const there = await checkUnchanged(photo, signal);
    return mapOutcome(there, () => ({ card: cardOf(before), isNew: false }));
  }
  const operation = await findSubjectOf(images, photo, signal);
  if (!operation.ok) return operation;
  // drawn while the subject was being found
  const meanwhile = inUse();
  if (meanwhile !== undefined) return success({ card: cardOf(meanwhile), isNew: false });
  const mask = masks.get(masks.add(photo, withOperation(emptyMask(photo), operation.value)));
  return mask === undefined ? unknownMask() : success({ card: cardOf(mask), isNew: true });
}
