import { emptyMask } from '#shared/mask/document.ts';
import { maskMisfit } from '#shared/mask/fit.ts';
import { maskName } from '#shared/mask/name.ts';
import { isSameShape, scaledMask, shapeTolerance } from '#shared/mask/scale.ts';
import { failure, success, type Outcome } from '#shared/problem.ts';
import type { OpenMask } from '#shared/views/masks.ts';
import { identifyPhoto } from '../../engine/intake/admit.ts';
import type { StripPhoto } from '../../adapters/ledger/filmstrip.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { Desk } from './desk.ts';
import type { HandlersOf } from './handlers-of.ts';
import { cardOf, unknownMask } from './mask-cards.ts';
import { maskFiles } from './mask-files.ts';
import { replacedPhoto } from '../run-photos.ts';
import { notOnStrip } from './retouch-run.ts';

/** Masks of other photos that are offered. */
const OTHERS = 50;
/** Characters of a name. */
const LONGEST_NAME = 200;

/** The masks that are drawn over photos: kept as they are drawn, listed for a photo, used in recipes. */
export function maskHandlers(desk: Pick<Desk, 'studio' | 'dataFolder'>): HandlersOf<'masks'> {
  const ledger = () => desk.studio().ledger;
  const files = maskFiles(desk);
  return {
    'masks.list': ({ stripId }) => {
      const { filmstrip, masks } = ledger();
      const photo = filmstrip.get(stripId);
      if (photo === undefined) return notOnStrip();
      return success({
        ofPhoto: masks.ofPhoto(photo.photoId).map(cardOf),
        ofOthers: masks.ofOthers(photo.photoId, photo, shapeTolerance, OTHERS).map(cardOf),
      });
    },
    'masks.open': async ({ id }, signal) => {
      const mask = ledger().masks.get(id);
      if (mask === undefined) return unknownMask();
      const photo = ledger().filmstrip.ofPhoto(mask.photoId);
      const there = photo === undefined ? success(null) : await unchanged(photo, signal);
      return there.ok ? opened(ledger(), id) : there;
    },
    'masks.begin': async ({ stripId, fromMaskId }, signal) => {
      const photo = ledger().filmstrip.get(stripId);
      if (photo === undefined) return notOnStrip();
      const there = await unchanged(photo, signal);
      if (!there.ok) return there;
      const id = ledger().transaction(() => begun(ledger(), photo, fromMaskId));
      return id.ok ? opened(ledger(), id.value) : id;
    },
    'masks.save': ({ id, ...change }) => {
      if (ledger().masks.get(id) === undefined) return unknownMask();
      const saved = ledger().masks.save(id, change);
      if (typeof saved !== 'number') return notSaved(saved);
      return success({ revision: saved });
    },
    'masks.rename': ({ id, name }) => {
      if (ledger().masks.get(id) === undefined) return unknownMask();
      const word = name.trim().slice(0, LONGEST_NAME);
      ledger().masks.rename(id, word === '' ? null : word);
      return success(null);
    },
    'masks.remove': ({ id }) => setRemoved(ledger(), id, true),
    'masks.use': ({ id }, signal) => files.use(id, signal),
    'masks.load': ({ id, path }, signal) => files.load(id, path, signal),
    'masks.at': ({ path }, signal) => files.at(path, signal),
    'masks.put-back': ({ id }) => setRemoved(ledger(), id, false),
  };
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

/** The id of a mask to draw on: the one nothing was drawn on yet, a new one, or a copy. */
function begun({ masks }: Ledger, photo: StripPhoto, fromMaskId: number | null): Outcome<number> {
  if (fromMaskId === null) {
    const untouched = masks.untouched(photo.photoId);
    return success(untouched?.id ?? masks.add(photo, emptyMask(photo)));
  }
  const from = masks.get(fromMaskId);
  if (from === undefined) return unknownMask();
  const { width, height } = from;
  const shape = { name: maskName(from), width, height, isDrawn: true };
  if (!isSameShape(from, photo)) return { ok: false, problem: maskMisfit(shape, photo) };
  return success(masks.add(photo, scaledMask(masks.documentOf(from), photo)));
}

function setRemoved({ masks }: Ledger, id: number, isRemoved: boolean): Outcome<null> {
  return masks.setRemoved(id, isRemoved) ? success(null) : unknownMask();
}

/** A mask belongs to the content it was drawn on; over another one it would protect what is elsewhere. */
async function unchanged(photo: StripPhoto, signal: AbortSignal): Promise<Outcome<null>> {
  const identified = await identifyPhoto(photo.source, signal);
  if (!identified.ok) return identified;
  return identified.value.sha256 === photo.sha256 ? success(null) : replacedPhoto(photo.name);
}

function notSaved(why: 'changed' | 'gap' | 'full'): Outcome<never> {
  switch (why) {
    case 'changed':
      return failure(
        'mask-changed',
        'Another window changed this mask meanwhile, so this change was not saved. What was saved before is safe; open the mask again to go on from it.',
      );
    case 'gap':
      return failure(
        'mask-out-of-step',
        'The mask has fewer operations than this change goes on from; nothing was written.',
      );
    case 'full':
      return failure(
        'mask-too-large',
        'The mask holds too much to be saved with this change; all before it is safe. Undo it, or begin a new mask.',
      );
  }
}
