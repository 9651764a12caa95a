import { isSameShape } from '#shared/mask/scale.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { SelectedSubject } from '#shared/views/masks.ts';
import type { Session } from '../session/session.ts';
import { notOnStrip } from '../retouch/filmstrip.ts';
import { replacedPhoto } from '../run-photos.ts';
import { unknownMask } from './cards.ts';

/**
 * Finds the subject of a mask's photo on this computer, and returns it as an operation; the mask itself does not
 * change. Problems: mask-unknown, photo-unknown, photo-replaced, those of `Images.findSubject`.
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
  const found = await images.findSubject({ source: photo.source }, signal);
  if (!found.ok) return found;
  const { operation, ...size } = found.value;
  return isSameShape(size, mask) ? success({ operation }) : replacedPhoto(photo.name);
}
