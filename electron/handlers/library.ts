import { failure, success } from '#shared/problem.ts';
import type { Desk } from './desk.ts';
import type { HandlersOf } from './handlers-of.ts';

/** The room Library: delivered images of all jobs, and what they can be filtered by. */
export function libraryHandlers(desk: Pick<Desk, 'studio' | 'touch'>): HandlersOf<'library'> {
  return {
    'library.page': ({ filter, sort, offset, limit }) => {
      const { library } = desk.studio().ledger;
      const { total, ids } = library.page(filter, sort, offset, limit);
      return success({ total, offset, rows: library.rows(ids) });
    },
    'library.shelves': () => success(desk.studio().ledger.library.shelves()),
    'library.path': ({ id }) => {
      const delivered = desk.studio().ledger.results.get(id)?.delivered ?? null;
      return delivered === null
        ? failure('file-missing', 'This result is not there yet, so it has no path.')
        : success(delivered.file);
    },
    'library.marks-in-files': () => success(desk.studio().ledger.writtenMarks.counts()),
    'library.write-marks': () => {
      const studio = desk.studio();
      studio.ledger.writtenMarks.wantAll();
      studio.writeMarks();
      desk.touch('marks');
      return success(null);
    },
  };
}
