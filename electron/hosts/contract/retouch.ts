import { success } from '#shared/problem.ts';
import { requestPsd } from '../../app/jobs/request-psd.ts';
import { markResults } from '../../app/library/mark.ts';
import type { MaskLooks } from '../../app/masks/files.ts';
import { addFromAddress } from '../../app/retouch/address-photos.ts';
import {
  addResultToFilmstrip,
  addToFilmstrip,
  filmstripPage,
  findForFilmstrip,
  removeFromFilmstrip,
} from '../../app/retouch/filmstrip.ts';
import { lookAtFurther } from '../../app/retouch/further-photos.ts';
import { openJob } from '../../app/retouch/open-job.ts';
import { formerTexts, keepPanel, listPanels } from '../../app/retouch/panels.ts';
import { photoDetail, photoFacts } from '../../app/retouch/photo.ts';
import { foreseeRun, runInRetouch } from '../../app/retouch/run.ts';
import type { Session } from '../../app/session/session.ts';
import { finished } from './answer.ts';
import type { HandlersOf } from './handlers-of.ts';

type RetouchSession = Pick<Session, 'studio' | 'ready' | 'preferences' | 'dataFolder' | 'further'>;

/** Handlers of the Retouch view: the filmstrip, the results of each photo, and runs started by the user. */
export function retouchHandlers(session: RetouchSession, looks: MaskLooks): HandlersOf<'retouch'> {
  const studio = () => session.studio();
  const ledger = () => studio().ledger;
  const place = { ...session, looks };
  return {
    'retouch.filmstrip': (asked) => success(filmstripPage(ledger(), asked)),
    'retouch.find': ({ paths }, signal) => findForFilmstrip(paths, signal),
    'retouch.add': ({ paths }, signal) => addToFilmstrip(studio(), paths, signal),
    'retouch.add-address': ({ url }, signal) => addFromAddress(session, url, signal),
    'retouch.use-result': ({ resultId }, signal) =>
      addResultToFilmstrip(studio(), resultId, signal),
    'retouch.open-job': ({ id }, signal) => openJob(session, id, signal),
    'retouch.remove': ({ ids }) => success(removeFromFilmstrip(ledger(), ids)),
    'retouch.photo': ({ id }) => photoDetail(session, id),
    'retouch.further': (asked, signal) => lookAtFurther(session, asked, signal),
    'retouch.facts': ({ id }) => photoFacts(studio(), id),
    'retouch.run': (asked, signal) => runInRetouch(place, asked, signal),
    'retouch.foresee': (asked, signal) => foreseeRun(place, asked, signal),
    'retouch.psd': ({ resultId }) => requestPsd(studio(), resultId),
    'retouch.panels': () => success(listPanels(ledger())),
    'retouch.keep-panel': (panel) => finished(keepPanel(ledger(), panel)),
    'retouch.texts': ({ parameter }) => success(formerTexts(ledger(), parameter)),
    'retouch.mark': (asked) =>
      success(markResults(studio(), asked, session.preferences.read().marksInFiles)),
  };
}
