import { DatabaseSync } from 'node:sqlite';
import { localDay } from '#shared/day.ts';
import { usualPrices, type Prices } from '#shared/prices.ts';
import { nothingSpent } from '#shared/spending-limits.ts';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { anyRecipe, freshLedger, openIn, takeIn } from '../../../test/fixtures/fresh-ledger.ts';
import { systemClock, type Clock } from '../../base/clock.ts';
import { ledgerFile } from './files.ts';
import type { OpenLedger } from './open.ts';
import { plainFolder } from '../../../test/fixtures/hot-folder.ts';
import { uncheckedFolder } from '../../../test/fixtures/permitted.ts';

let folder: string;
let ledger: OpenLedger;
let wall = Date.UTC(2026, 10, 21, 12);
const clock: Clock = { ...systemClock, wall: () => wall };

beforeEach(async () => {
  wall = Date.UTC(2026, 10, 21, 12);
  prices = usualPrices;
  ({ folder, ledger } = await freshLedger(clock, onTestFinished, () => prices));
});

function hotFolder(path: string): number {
  const recipe = anyRecipe();
  const saved = ledger.savedRecipes.named('White') ?? ledger.savedRecipes.add(recipe);
  const recipeId = ledger.jobs.recipe(recipe, 'White');
  const settings = { path, recipeId, outFolder: '/out', ...plainFolder } as const;
  return ledger.hotFolders.add(uncheckedFolder(settings), saved.id, 'process').id;
}

let prices: Prices = usualPrices;

/** Sets one of several prices per image, in EUR or JPY, or no price. */
function setPrice(n: number): void {
  const perImage = [{ agent: 'removeBG', version: null, amount: n % 50 }];
  const currency = n % 2 === 0 ? 'EUR' : 'JPY';
  prices = n % 5 === 0 ? usualPrices : { ...usualPrices, currency, perImage };
}

let photos = 0;
function job(hotFolderId: number | null, recipe = 'White'): number {
  photos += 1;
  return takeIn(ledger, { sha256: String(photos).padStart(64, '0'), hotFolderId, recipe });
}

function intend(jobId: number, images = 4): number {
  const [taskId, agent] = [`task-${jobId}`, 'removeBG'];
  return ledger.executions.intend({ jobId, run: 1, taskId, agent, images });
}

describe('the sums of the ledger', () => {
  const what = fc.constantFrom(
    'admit',
    'intend',
    'reject',
    'give-up',
    'day',
    'pause',
    'merge',
    'price',
    'renew',
  );
  const state = fc.constantFrom('done', 'failed', 'held', 'cancelled', 'waiting', 'running');

  it('always match its rows, whatever happens to the rows', () => {
    const [one, two] = [hotFolder('/one'), hotFolder('/two')];
    const rows: number[] = [];
    const jobs = [job(one)];
    const merge = () => {
      // `two` gets the path and recipe of a hot folder that only the command line watches, so that folder is merged
      // into `two`
      const second = ledger.hotFolders.get(two) ?? fail();
      const watched = ledger.hotFolders.save(
        uncheckedFolder({ ...second, path: `/cli-${photos}` }),
      );
      jobs.push(job(watched.id));
      intend(jobs.at(-1) ?? 0);
      const before = ledger.hotFolders.get(two) ?? fail();
      const settings = uncheckedFolder({ ...before, path: watched.path });
      ledger.hotFolders.change(two, before.revision, settings, before.savedRecipeId ?? 0);
    };
    fc.assert(
      fc.property(fc.array(fc.tuple(what, state, fc.nat()), { maxLength: 12 }), (steps) => {
        for (const [step, next, n] of steps) {
          const jobId = jobs[n % jobs.length] ?? 0;
          const row = rows[n % Math.max(1, rows.length)];
          if (step === 'admit') jobs.push(job([one, two, null][n % 3] ?? null));
          if (step === 'intend') rows.push(intend(jobId, 1 + (n % 4)));
          if (step === 'day') wall += 86_400_000;
          if (step === 'merge') merge();
          if (step === 'price') setPrice(n);
          if (step === 'pause') {
            if (next === 'waiting') ledger.jobs.resume(jobId);
            else if (next === 'running') ledger.jobs.running(jobId);
            else ledger.jobs.end(jobId, next, null);
          }
          if (row === undefined) continue;
          if (step === 'reject') attempt(() => ledger.executions.rejected(row, 'no'));
          if (step === 'renew') ledger.executions.renew(row);
          if (step === 'give-up') attempt(() => ledger.executions.giveUp(row, 'no'));
        }
        expect(ledger.integrity()).toEqual([]);
      }),
      { numRuns: 60 },
    );
    expect(ledger.jobs.count()['waiting']).toBeGreaterThan(0);
  });

  it('are reported by the check if they are wrong', () => {
    job(hotFolder('/one'));
    ledger.close();
    const db = new DatabaseSync(ledgerFile(folder));
    db.exec('UPDATE job_counts SET jobs = 7');
    db.close();
    ledger = openIn(folder, clock);
    onTestFinished(() => ledger.close());
    expect(ledger.integrity()).toEqual(['the sums in job_counts are not those of jobs']);
  });
});

describe('the figures of a hot folder', () => {
  it('count only its own jobs, count spending by day, and list the newest jobs first', () => {
    const [one, two] = [hotFolder('/one'), hotFolder('/two')];
    intend(job(one));
    wall += 86_400_000;
    const ended = [1, 2, 3, 4].map((n) => {
      const id = job(one);
      wall += 1000;
      ledger.jobs.end(id, n === 4 ? 'failed' : 'done', null);
      return { id, at: wall };
    });
    intend(job(two));
    intend(job(null));
    expect(ledger.figures.counts().get(one)).toMatchObject({ waiting: 1, done: 3, failed: 1 });
    const month = { images: 4, money: 0 };
    const before = { day: nothingSpent, month };
    expect(ledger.spending.spentByFolder()).toEqual(
      new Map([
        [one, before],
        [two, { day: month, month }],
      ]),
    );
    expect(ledger.figures.recent(one, 2).map(({ jobId }) => jobId)).toEqual(
      [ended[2], ended[1]].map((end) => end?.id),
    );
    expect(ledger.figures.lastEnd(one)).toBe(ended.at(-1)?.at);
    expect(ledger.figures.lastEnd(two)).toBeNull();
  });

  it('are listed for a local day by folder and recipe, including photos the user added', () => {
    const one = hotFolder('/one');
    for (const name of ['White', 'White', 'Black']) {
      const id = job(one, name);
      intend(id);
      ledger.jobs.end(id, 'done', null);
    }
    const given = job(null);
    ledger.jobs.end(given, 'failed', null);
    const today = localDay(wall);
    wall += 86_400_000;
    ledger.jobs.end(job(one), 'done', null);
    expect(ledger.figures.day(today)).toEqual([
      { path: '/one', recipe: 'Black', done: 1, failed: 0, images: 4 },
      { path: '/one', recipe: 'White', done: 2, failed: 0, images: 8 },
      { path: null, recipe: 'White', done: 0, failed: 1, images: 0 },
    ]);
    expect(ledger.figures.day('2001-01-01')).toEqual([]);
  });
});

function fail(): never {
  throw new Error('There is no such hot folder.');
}

/** Tries a change of state; some changes are not possible. */
function attempt(change: () => void): void {
  try {
    change();
  } catch (error) {
    if (!String(error).includes('cannot become')) throw error;
  }
}
