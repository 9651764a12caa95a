import { jobStates } from '#shared/job.ts';
import type { JobFilter } from '#shared/contract/queue-channels.ts';
import { jobSorts } from '#shared/job-row.ts';
import { ledgerFile } from '#electron/adapters/ledger/files.ts';
import type { Ledger } from '#electron/adapters/ledger/open.ts';
import { openDatabase } from '#electron/adapters/ledger/sqlite.ts';
import { admit } from '../fixtures/jobs.ts';
import { recipeOf } from '../fixtures/values.ts';
import { newFolder, openLedger } from './opening.ts';
import { rowOf, type Row } from './row.ts';
import { medianOf, slowestPage } from './times.ts';

const JOBS = 100_000;
const SHOWN = 100;
const BATCH = 2000;

const filters: readonly (readonly [what: string, filter: JobFilter])[] = [
  ['all', {}],
  ['held', { states: ['held'] }],
  ['found by a text', { text: '999' }],
  ['all found by a text', { text: 'img' }],
];

/**
 * Measures how long a page of the queue takes with 100,000 jobs, with the page's rows and the total, for the slowest
 * sort order, once at the start and once at the end of the list. The floor is SQLite counting the jobs.
 */
export async function benchPages(): Promise<Row[]> {
  await using end = new AsyncDisposableStack();
  const folder = await newFolder(end, 'pages');
  const ledger = openLedger(end, folder);
  const db = openDatabase(ledgerFile(folder), { readOnly: true });
  end.defer(() => db.close());
  fill(ledger);
  // adds or removes one row, so that SQLite cannot reuse its last count
  const floor = medianOf(() => db.get('SELECT count(id) FROM jobs WHERE priority >= 0'));
  return filters.map(([what, filter]) => {
    const times = jobSorts.map((sort) => slowestPage(ledger.queue, filter, sort, SHOWN));
    return rowOf(`queue: a page of ${JOBS} jobs, ${what}`, Math.max(...times), floor, '< 20 ms');
  });
}

function fill(ledger: Ledger): void {
  const params = { maskType: 'autoSubjectSegment', backgroundHex: '#ffffff' };
  const recipeId = ledger.jobs.recipe(recipeOf({ agent: 'removeBG', params }), 'identity');
  for (let from = 0; from < JOBS; from += BATCH) {
    ledger.transaction(() => {
      for (let n = from; n < from + BATCH; n += 1) fillOne(ledger, recipeId, n);
    });
  }
}

function fillOne(ledger: Ledger, recipeId: number, n: number): void {
  const name = `IMG_${String((n * 7919) % JOBS).padStart(5, '0')}.jpg`;
  const id = admit(ledger, recipeId, {
    photoId: ledger.photos.know({ url: `https://photos.example/${n}` }),
    source: `/Volumes/Studio/2026-11-21 Autumn/${name}`,
    name,
    outFolder: '/Volumes/Studio/Results',
  });
  const state = jobStates[n % jobStates.length] ?? 'waiting';
  if (state !== 'waiting' && state !== 'running') ledger.jobs.end(id, state, null);
}
