import { mapOutcome, type Outcome } from '#shared/problem.ts';
import type { SelectedSubject } from '#shared/views/masks.ts';
import type { Session } from '../session/session.ts';
import { notOnStrip } from '../retouch/filmstrip.ts';
import { unknownMask } from './cards.ts';
import { findSubjectOf } from './find-subject.ts';

/**
 * Finds the subject of a mask's photo on this computer, and returns it as an operation; the mask itself does not
 * change. Problems: mask-unknown, photo-unknown, those of `findSubjectOf`.
 */
export async function selectSubject(
  { studio }: Pick<Session, 'studio'>,
  id: number,
  signal: AbortSignal,
): Promise<Outcome<SelectedSubject>> {
  const { ledger, images } = studio();
  const mask = ledger.masks.get(id);
  if (mask === undefined) return unknownMask();
  const photo = ledger.filmstrip.ofPhoto(mask.photoId);
  if (photo === undefined) return notOnStrip();
  const operation = await findSubjectOf(images, photo, signal);
  return mapOutcome(operation, (found) => ({ operation: found }));
}
