import { success } from '#shared/problem.ts';
import { foreseeJobs } from '../../app/jobs/foresee.ts';
import { requestPsds } from '../../app/jobs/request-psd.ts';
import { runAgain } from '../../app/jobs/run-again.ts';
import { marksInFiles, writeAllMarks } from '../../app/library/mark.ts';
import {
  libraryCells,
  libraryPage,
  libraryPlace,
  libraryShelves,
  resultPath,
} from '../../app/library/pages.ts';
import type { Session } from '../../app/session/session.ts';
import { finished } from './answer.ts';
import type { HandlersOf } from './handlers-of.ts';

/** Handlers of the Library view: delivered images of all jobs, their filters, and actions on several images. */
export function libraryHandlers(
  session: Pick<Session, 'studio' | 'preferences'>,
): HandlersOf<'library'> {
  const ledger = () => session.studio().ledger;
  return {
    'library.page': (asked) => success(libraryPage(ledger(), asked)),
    'library.cells': (asked) => success(libraryCells(ledger(), asked)),
    'library.place': (asked) => success(libraryPlace(ledger(), asked)),
    'library.shelves': () => success(libraryShelves(ledger())),
    'library.path': ({ id }) => resultPath(ledger(), id),
    'library.marks-in-files': () => success(marksInFiles(session.studio())),
    'library.write-marks': () => finished(writeAllMarks(session.studio())),
    'library.foresee': async ({ ids }, signal) => {
      const { askAbove } = session.preferences.read();
      return success(await foreseeJobs(ledger(), ids, askAbove, signal));
    },
    'library.ask-psds': ({ ids }, signal) => requestPsds(session.studio(), ids, signal),
    'library.run-again': async ({ jobIds }, signal) =>
      success(await runAgain(session.studio(), jobIds, signal)),
  };
}
