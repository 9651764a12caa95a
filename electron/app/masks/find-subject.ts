import type { Region } from '#shared/mask/document.ts';
import { isSameShape } from '#shared/mask/scale.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { Images } from '../../adapters/images/types.ts';
import type { StripPhoto } from '../../adapters/ledger/filmstrip.ts';
import { replacedPhoto } from '../run-photos.ts';
import { checkUnchanged } from './draw.ts';

/**
 * Finds the subject of a photo on the filmstrip, on this computer. The photo must be the same before and after, because
 * a file that was replaced has another subject. Problems: photo-replaced, those of reading the photo and of
 * `Images.findSubject`.
 */
export async function findSubjectOf(
  images: Pick<Images, 'findSubject'>,
  photo: StripPhoto,
  signal: AbortSignal,
): Promise<Outcome<Region>> {
  const before = await checkUnchanged(photo, signal);
  if (!before.ok) return before;
  const found = await images.findSubject({ source: photo.source }, signal);
  if (!found.ok) return found;
  const after = await checkUnchanged(photo, signal);
  if (!after.ok) return after;
  const { operation, ...size } = found.value;
  return isSameShape(size, photo) ? success(operation) : replacedPhoto(photo.name);
}
