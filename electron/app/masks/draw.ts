import type { Input } from '#shared/ipc.ts';
import { emptyMask } from '#shared/mask/document.ts';
import { maskMisfit } from '#shared/mask/fit.ts';
import { maskName } from '#shared/mask/name.ts';
import { isSameShape, scaledMask, shapeTolerance } from '#shared/mask/scale.ts';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { MaskList, OpenMask } from '#shared/views/masks.ts';
import { identifyPhoto } from '../../engine/intake/admit.ts';
import type { StripPhoto } from '../../adapters/ledger/filmstrip.ts';
import type { Images } from '../../adapters/images/types.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import { cardOf, unknownMask } from './cards.ts';
import { replacedPhoto } from '../run-photos.ts';
import { notOnStrip } from '../retouch/filmstrip.ts';

/** Maximum number of masks of other photos that are offered for copying. */
const OTHERS = 50;
/** Maximum number of characters in a name. */
const LONGEST_NAME = 200;

/**
 * Returns the masks of a photo on the filmstrip, and masks of other photos that fit it. Problem:
 * photo-unknown.
 */
export function listMasks(
  { filmstrip, masks }: Pick<Ledger, 'filmstrip' | 'masks'>,
  stripId: number,
): Outcome<MaskList> {
  const photo = filmstrip.get(stripId);
  if (photo === undefined) return notOnStrip();
  return success({
    ofPhoto: masks.ofPhoto(photo.photoId).map(cardOf),
    ofOthers: masks.ofOthers(photo.photoId, photo, shapeTolerance, OTHERS).map(cardOf),
  });
}

/**
 * Opens a mask for drawing, and prepares the detection of its photo's subject. Problems: mask-unknown, photo-replaced,
 * those of reading the photo.
 */
export async function openMask(
  { ledger, images }: { readonly ledger: Ledger; readonly images: Pick<Images, 'expectSubjects'> },
  id: number,
  signal: AbortSignal,
): Promise<Outcome<OpenMask>> {
  const mask = ledger.masks.get(id);
  if (mask === undefined) return unknownMask();
  const photo = ledger.filmstrip.ofPhoto(mask.photoId);
  const there = photo === undefined ? success(null) : await checkUnchanged(photo, signal);
  if (!there.ok) return there;
  void images.expectSubjects();
  return opened(ledger, id);
}

/**
 * Creates a mask for a photo, either empty or as a copy of another mask. Problems: photo-unknown, mask-unknown,
 * mask-shape, photo-replaced, those of reading the photo.
 */
export async function beginMask(
  ledger: Ledger,
  { stripId, fromMaskId }: Input<'masks.begin'>,
  signal: AbortSignal,
): Promise<Outcome<OpenMask>> {
  const photo = ledger.filmstrip.get(stripId);
  if (photo === undefined) return notOnStrip();
  const there = await checkUnchanged(photo, signal);
  if (!there.ok) return there;
  const id = ledger.transaction(() => begun(ledger, photo, fromMaskId));
  return id.ok ? opened(ledger, id.value) : id;
}

/** Saves a mask's operations. Problems: mask-unknown, mask-changed, mask-out-of-step, mask-too-large. */
export function saveMask(
  { masks }: Pick<Ledger, 'masks'>,
  { id, ...change }: Input<'masks.save'>,
): Outcome<{ readonly revision: number }> {
  if (masks.get(id) === undefined) return unknownMask();
  const saved = masks.save(id, change);
  return typeof saved === 'number' ? success({ revision: saved }) : notSaved(saved);
}

/** Renames a mask; a mask with an empty name is shown by its number. Problem: mask-unknown. */
export function renameMask(
  { masks }: Pick<Ledger, 'masks'>,
  { id, name }: Input<'masks.rename'>,
): Outcome<null> {
  if (masks.get(id) === undefined) return unknownMask();
  const word = name.trim().slice(0, LONGEST_NAME);
  masks.rename(id, word === '' ? null : word);
  return success(null);
}

/** Removes a mask from the lists. Problem: mask-unknown. */
export function removeMask(ledger: Pick<Ledger, 'masks'>, id: number): Outcome<null> {
  return setRemoved(ledger, id, true);
}

/** Restores a removed mask. Problem: mask-unknown. */
export function restoreMask(ledger: Pick<Ledger, 'masks'>, id: number): Outcome<null> {
  return setRemoved(ledger, id, false);
}

function opened({ masks }: Ledger, id: number): Outcome<OpenMask> {
  const mask = masks.get(id);
  if (mask === undefined) return unknownMask();
  return success({
    card: cardOf(mask),
    revision: mask.revision,
    document: masks.documentOf(mask),
  });
}

/** Returns the id of the mask to draw on: an unused empty mask, a new mask, or a copy. */
function begun({ masks }: Ledger, photo: StripPhoto, fromMaskId: number | null): Outcome<number> {
  if (fromMaskId === null) {
    const untouched = masks.untouched(photo.photoId);
    return success(untouched?.id ?? masks.add(photo, emptyMask(photo)));
  }
  const from = masks.get(fromMaskId);
  if (from === undefined) return unknownMask();
  const { width, height } = from;
  const shape = { name: maskName(from), width, height, isDrawn: true };
  if (!isSameShape(from, photo)) return failure(maskMisfit(shape, photo));
  return success(masks.add(photo, scaledMask(masks.documentOf(from), photo)));
}

function setRemoved(
  { masks }: Pick<Ledger, 'masks'>,
  id: number,
  isRemoved: boolean,
): Outcome<null> {
  return masks.setRemoved(id, isRemoved) ? success(null) : unknownMask();
}

/** Checks that the photo has not changed, because a mask would keep the wrong areas of a different picture. */
export async function checkUnchanged(
  photo: StripPhoto,
  signal: AbortSignal,
): Promise<Outcome<null>> {
  const identified = await identifyPhoto(photo.source, signal);
  if (!identified.ok) return identified;
  return identified.value.sha256 === photo.sha256 ? success(null) : replacedPhoto(photo.name);
}

function notSaved(why: 'changed' | 'gap' | 'full'): Outcome<never> {
  switch (why) {
    case 'changed':
      return failure('mask-changed');
    case 'gap':
      return failure('mask-out-of-step');
    case 'full':
      return failure('mask-too-large');
  }
}
