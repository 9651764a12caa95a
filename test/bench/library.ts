import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LibraryFilter, LibrarySort } from '#shared/views/library.ts';
import { systemClock } from '#electron/base/clock.ts';
import { ledgerFile } from '#electron/ledger/files.ts';
import { openLedger, type Ledger } from '#electron/ledger/open.ts';
import { openDatabase } from '#electron/ledger/sqlite.ts';
import { fillLedger } from '../fixtures/big-ledger.ts';
import { medianOf, slowestPage } from './median.ts';
import type { Row } from './row.ts';

/** Each has two images. */
const JOBS = [5000, 50_000];
const SHOWN = 200;

const sorts: readonly LibrarySort[] = ['newest', 'oldest', 'photo', 'stars'];
const filters: readonly (readonly [what: string, filter: LibraryFilter])[] = [
  ['all', {}],
  ['picked', { pick: 1 }],
  ['not marked', { pick: 0 }],
  ['found by a text', { text: '999' }],
];

/**
 * A page of the library: rows and total, the slowest of all sorts at both ends. The floor is SQLite
 * counting the results.
 */
export async function benchLibrary(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const jobs of JOBS) rows.push(...(await benchWith(jobs)));
  return rows;
}

async function benchWith(jobs: number): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'darkslide-library-'));
  fillLedger(folder, { jobs });
  const opened = openLedger(folder, systemClock);
  if (!opened.ok) throw new Error(opened.problem.message);
  const ledger = opened.value;
  const db = openDatabase(ledgerFile(folder), { readOnly: true });
  try {
    mark(ledger);
    const floor = medianOf(() => db.get('SELECT count(id) FROM results WHERE bytes >= 0'));
    return filters.map(([what, filter]) => {
      const product = Math.max(
        ...sorts.map((sort) => slowestPage(ledger.library, filter, sort, SHOWN)),
      );
      const row = `library: a page of ${2 * jobs} results, ${what}`;
      const goal = jobs === JOBS[0] ? '< 20 ms' : '';
      return { what: row, product, floor, ratio: product / floor, goal, unit: 'ms' };
    });
  } finally {
    db.close();
    ledger.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A third of all results is picked or rejected. */
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
