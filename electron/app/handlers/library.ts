import { failure, success } from '#shared/problem.ts';
import { foreseeJobs } from '../jobs/foresee.ts';
import { requestPsds } from '../jobs/request-psd.ts';
import { runAgain } from '../jobs/run-again.ts';
import type { Desk } from './desk.ts';
import type { HandlersOf } from './handlers-of.ts';

type LibraryDesk = Pick<Desk, 'studio' | 'preferences'>;

/** The room Library: delivered images of all jobs, what they can be filtered by, and what is done with many. */
export function libraryHandlers(desk: LibraryDesk): HandlersOf<'library'> {
  return {
    'library.page': ({ filter, sort, offset, limit }) => {
      const { library } = desk.studio().ledger;
      const { total, ids } = library.page(filter, sort, offset, limit);
      return success({ total, offset, rows: library.rows(ids) });
    },
    'library.cells': ({ filter, sort, expanded, offset, limit }) => {
      const { library } = desk.studio().ledger;
      const { cells, ...page } = library.stacked({ filter, sort, expanded }, offset, limit);
      const images = new Map(library.rows(cells.map(({ id }) => id)).map((row) => [row.id, row]));
      const rows = cells.flatMap(({ id, stack }) => {
        const image = images.get(id);
        return image === undefined ? [] : [{ ...image, stack }];
      });
      return success({ ...page, offset, rows });
    },
    'library.place': ({ id, ...list }) => success(desk.studio().ledger.library.place(list, id)),
    'library.shelves': () => success(desk.studio().ledger.library.shelves()),
    'library.path': ({ id }) => {
      const delivered = desk.studio().ledger.results.get(id)?.delivered ?? null;
      return delivered === null
        ? failure('result-not-ready', 'This result is not there yet, so it has no path.')
        : success(delivered.file);
    },
    'library.marks-in-files': () => success(desk.studio().ledger.writtenMarks.counts()),
    'library.write-marks': () => {
      const studio = desk.studio();
      studio.ledger.writtenMarks.wantAll();
      studio.writeMarks();
      return success(null);
    },
    'library.foresee': async ({ ids }, signal) => {
      const { askAbove } = desk.preferences.read();
      return success(await foreseeJobs(desk.studio().ledger, ids, askAbove, signal));
    },
    'library.ask-psds': ({ ids }, signal) => requestPsds(desk.studio(), ids, signal),
    'library.run-again': async ({ jobIds }, signal) =>
      success(await runAgain(desk.studio(), jobIds, signal)),
  };
}
