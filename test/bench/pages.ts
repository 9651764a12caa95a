import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jobStates } from '#shared/job.ts';
import { parseRecipe } from '#shared/recipe.ts';
import type { JobFilter, JobSort } from '#shared/views/queue.ts';
import { systemClock } from '#electron/base/clock.ts';
import { ledgerFile } from '#electron/ledger/files.ts';
import { openLedger, type Ledger } from '#electron/ledger/open.ts';
import { openDatabase } from '#electron/ledger/sqlite.ts';
import { medianOf, slowestPage } from './median.ts';
import type { Row } from './row.ts';

const JOBS = 100_000;
const SHOWN = 100;
const BATCH = 2000;

const sorts: readonly JobSort[] = ['order', 'newest', 'oldest', 'name', 'changed'];
const filters: readonly (readonly [what: string, filter: JobFilter])[] = [
  ['all', {}],
  ['held', { states: ['held'] }],
  ['found by a text', { text: '999' }],
  ['all found by a text', { text: 'img' }],
];

/**
 * A page of the queue with 100,000 jobs: rows and total, the slowest of all sorts at both ends. The
 * floor is SQLite counting the jobs.
 */
export async function benchPages(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'darkslide-pages-'));
  const opened = openLedger(folder, systemClock);
  if (!opened.ok) throw new Error(opened.problem.message);
  const ledger = opened.value;
  const db = openDatabase(ledgerFile(folder), { readOnly: true });
  try {
    fill(ledger);
    // one row more or less, so that SQLite cannot answer from what it counted before
    const floor = medianOf(() => db.get('SELECT count(id) FROM jobs WHERE priority >= 0'));
    return filters.map(([what, filter]) => {
      const product = Math.max(
        ...sorts.map((sort) => slowestPage(ledger.queue, filter, sort, SHOWN)),
      );
      const row = `queue: a page of ${JOBS} jobs, ${what}`;
      return { what: row, product, floor, ratio: product / floor, goal: '< 20 ms', unit: 'ms' };
    });
  } finally {
    db.close();
    ledger.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function fill(ledger: Ledger): void {
  const parsed = parseRecipe({
    agent: 'removeBG',
    params: { maskType: 'autoSubjectSegment', backgroundHex: '#ffffff' },
  });
  if (!('recipe' in parsed)) throw new Error(parsed.problems[0]?.message);
  const recipeId = ledger.jobs.recipe(parsed.recipe, 'identity');
  for (let from = 0; from < JOBS; from += BATCH) {
    ledger.transaction(() => {
      for (let n = from; n < from + BATCH; n += 1) admit(ledger, recipeId, n);
    });
  }
}

function admit(ledger: Ledger, recipeId: number, n: number): void {
  const name = `IMG_${String((n * 7919) % JOBS).padStart(5, '0')}.jpg`;
  const { id } = ledger.jobs.admit({
    photoId: ledger.photos.know({ url: `https://photos.example/${n}` }),
    recipeId,
    identity: 'identity',
    hotFolderId: null,
    source: `/Volumes/Studio/2026-11-21 Autumn/${name}`,
    name,
    outFolder: '/Volumes/Studio/Results',
    subFolder: '',
    priority: 0,
  });
  const state = jobStates[n % jobStates.length] ?? 'waiting';
  if (state !== 'waiting' && state !== 'running') ledger.jobs.end(id, state, null);
}
