import { emptyMask, withOperation } from '#shared/mask/document.ts';
import { isSameShape } from '#shared/mask/scale.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { MaskCard } from '#shared/views/masks.ts';
import type { Session } from '../session/session.ts';
import { notOnStrip } from '../retouch/filmstrip.ts';
import { replacedPhoto } from '../run-photos.ts';
import { cardOf, unknownMask } from './cards.ts';
import { checkUnchanged } from './draw.ts';

/**
 * Finds, on this computer, the subject of a photo on the filmstrip, and creates a mask that keeps it. If the photo's
 * latest mask is the same, creates none. Problems: photo-unknown, photo-replaced, those of reading the photo and of
 * `Images.findSubject`.
 */
export async function beginSubjectMask(
  { studio }: Pick<Session, 'studio'>,
  stripId: number,
  signal: AbortSignal,
): Promise<Outcome<MaskCard>> {
  const { ledger, images } = studio();
  const photo = ledger.filmstrip.get(stripId);
  if (photo === undefined) return notOnStrip();
  const there = await checkUnchanged(photo, signal);
  if (!there.ok) return there;
  const found = await images.findSubject({ source: photo.source }, signal);
  if (!found.ok) return found;
  const { operation, ...size } = found.value;
  if (!isSameShape(size, photo)) return replacedPhoto(photo.name);
  const document = withOperation(emptyMask(photo), operation);
  const { masks } = ledger;
  const [latest] = masks.ofPhoto(photo.photoId);
  const isKnown =
    latest !== undefined && JSON.stringify(masks.documentOf(latest)) === JSON.stringify(document);
  const mask = masks.get(isKnown ? latest.id : masks.add(photo, document));
  return mask === undefined ? unknownMask() : success(cardOf(mask));
}
