import type { Input } from '#shared/ipc.ts';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { LibraryCells, LibraryPage, LibraryShelves } from '#shared/views/library.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import { unansweredElsewhere } from '../shared-studio/held-elsewhere.ts';

/** Returns a page of delivered images, with their photos. */
export function libraryPage(
  { library }: Pick<Ledger, 'library'>,
  { filter, sort, offset, limit }: Input<'library.page'>,
): LibraryPage {
  const { total, ids } = library.page(filter, sort, offset, limit);
  return { total, offset, rows: library.rows(ids) };
}

/** Returns a page of delivered images in which the results of each photo form one stack. */
export function libraryCells(
  { library }: Pick<Ledger, 'library'>,
  { filter, sort, expanded, offset, limit }: Input<'library.cells'>,
): LibraryCells {
  const { cells, ...page } = library.stacked({ filter, sort, expanded }, offset, limit);
  const images = new Map(library.rows(cells.map(({ id }) => id)).map((row) => [row.id, row]));
  const rows = cells.flatMap(({ id, stack }) => {
    const image = images.get(id);
    return image === undefined ? [] : [{ ...image, stack }];
  });
  return { ...page, offset, rows };
}

/** Returns the index, counted from 0, of the cell that shows a result or its stack; null if no cell does. */
export function libraryPlace(
  { library }: Pick<Ledger, 'library'>,
  { id, ...list }: Input<'library.place'>,
): number | null {
  return library.place(list, id);
}

/** Returns the values by which the library can be filtered. */
export function libraryShelves(ledger: Ledger): LibraryShelves {
  const shelves = ledger.library.shelves();
  return { ...shelves, held: shelves.held + unansweredElsewhere(ledger).single };
}

/** Returns the absolute path of a delivered result. Problem: result-not-ready. */
export function resultPath({ results }: Pick<Ledger, 'results'>, id: number): Outcome<string> {
  const delivered = results.get(id)?.delivered ?? null;
  return delivered === null ? failure('result-not-ready.path') : success(delivered.file);
}
