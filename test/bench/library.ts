import type { LibraryFilter } from '#shared/contract/library-channels.ts';
import { librarySorts } from '#shared/library-image.ts';
import { ledgerFile } from '#electron/adapters/ledger/files.ts';
import type { LibraryRepository } from '#electron/adapters/ledger/library.ts';
import type { Ledger } from '#electron/adapters/ledger/open.ts';
import { openDatabase } from '#electron/adapters/ledger/sqlite.ts';
import { fillLedger } from '../fixtures/big-ledger.ts';
import { newFolder, openLedger } from './opening.ts';
import { rowOf, type Row } from './row.ts';
import { medianOf, slowestPage } from './times.ts';

/** The numbers of jobs with which the library is measured; each job has two images. */
const JOBS = [5000, 50_000];
const SHOWN = 200;

const filters: readonly (readonly [what: string, filter: LibraryFilter])[] = [
  ['all', {}],
  ['picked', { pick: 1 }],
  ['not marked', { pick: 0 }],
  ['found by a text', { text: '999' }],
];

/**
 * Measures how long a page of the library takes, with its rows and the total, for the slowest sort order, once at the
 * start and once at the end of the list. The floor is SQLite counting the results.
 */
export async function benchLibrary(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const jobs of JOBS) rows.push(...(await benchWith(jobs)));
  return rows;
}

async function benchWith(jobs: number): Promise<Row[]> {
  await using end = new AsyncDisposableStack();
  const folder = await newFolder(end, 'library');
  fillLedger(folder, { jobs });
  const ledger = openLedger(end, folder);
  const db = openDatabase(ledgerFile(folder), { readOnly: true });
  end.defer(() => db.close());
  mark(ledger);
  const { library } = ledger;
  const stacks = { page: stackedPage(library), rows: library.rows };
  const floor = medianOf(() => db.get('SELECT count(id) FROM results WHERE bytes >= 0'));
  const goal = jobs === JOBS[0] ? '< 20 ms' : '';
  const row = (what: string, product: number) =>
    rowOf(`library: a page of ${2 * jobs} results, ${what}`, product, floor, goal);
  return filters.flatMap(([what, filter]) => {
    const slowest = (list: typeof stacks) =>
      Math.max(...librarySorts.map((sort) => slowestPage(list, filter, sort, SHOWN)));
    // the library caches the stacks of one list only, so requesting another order creates them again
    const anew = Math.max(
      ...librarySorts.map((sort) =>
        medianOf(() => {
          stacks.page(filter, sort === 'oldest' ? 'newest' : 'oldest', 0, 1);
          stacks.page(filter, sort, 0, SHOWN);
        }),
      ),
    );
    return [
      row(what, slowest(library)),
      row(`${what}, in stacks`, slowest(stacks)),
      row(`${what}, in stacks, two lists begun`, anew),
    ];
  });
}

/** Returns pages of collapsed stacks. */
function stackedPage(library: LibraryRepository): LibraryRepository['page'] {
  const expanded = { isAll: false, except: [] };
  return (filter, sort, offset, limit) => {
    const { total, cells } = library.stacked({ filter, sort, expanded }, offset, limit);
    return { total, ids: cells.map(({ id }) => id) };
  };
}

/** Picks or rejects a third of all results. */
function mark(ledger: Ledger): void {
  const { total } = ledger.library.page({}, 'oldest', 0, 1);
  const { ids } = ledger.library.page({}, 'oldest', 0, total);
  ledger.transaction(() => {
    ledger.marks.set(
      ids.filter((id) => id % 6 === 0),
      { pick: 1, stars: 4 },
    );
    ledger.marks.set(
      ids.filter((id) => id % 6 === 3),
      { pick: -1 },
    );
  });
}
