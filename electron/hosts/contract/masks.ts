import { beginSubjectMask } from '../../app/masks/begin-subject.ts';
import {
  beginMask,
  listMasks,
  openMask,
  removeMask,
  renameMask,
  restoreMask,
  saveMask,
} from '../../app/masks/draw.ts';
import { loadMask, maskAt, useMask, type MaskSession } from '../../app/masks/files.ts';
import { selectSubject } from '../../app/masks/select-subject.ts';
import type { HandlersOf } from './handlers-of.ts';

/** Handlers for masks drawn on photos: saved while drawing, listed per photo, used in recipes. */
export function maskHandlers(session: MaskSession): HandlersOf<'masks'> {
  const ledger = () => session.studio().ledger;
  return {
    'masks.list': ({ stripId }) => listMasks(ledger(), stripId),
    'masks.open': ({ id }, signal) => openMask(session.studio(), id, signal),
    'masks.begin': (asked, signal) => beginMask(ledger(), asked, signal),
    'masks.begin-subject': ({ stripId }, signal) => beginSubjectMask(session, stripId, signal),
    'masks.save': (change) => saveMask(ledger(), change),
    'masks.rename': (asked) => renameMask(ledger(), asked),
    'masks.remove': ({ id }) => removeMask(ledger(), id),
    'masks.put-back': ({ id }) => restoreMask(ledger(), id),
    'masks.use': ({ id }, signal) => useMask(session, id, signal),
    'masks.load': (asked, signal) => loadMask(session, asked, signal),
    'masks.subject': ({ id }, signal) => selectSubject(session, id, signal),
    'masks.at': ({ path }, signal) => maskAt(session, path, signal),
  };
}
