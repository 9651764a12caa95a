import fc from 'fast-check';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { clientOf } from '#shared/custom-models.ts';
import { daysOfMonth } from '#shared/day.ts';
import { priceOf, usualPrices, type Prices } from '#shared/prices.ts';
import { costGroups, type CostOutcome, type Costs, type CostSum } from '#shared/views/costs.ts';
import { usualPreferences } from '#shared/views/settings.ts';
import { openLedger, type OpenLedger } from '../../adapters/ledger/open.ts';
import { systemClock, type Clock } from '../../base/clock.ts';
import { deliver, intend } from '../../../test/fixtures/jobs.ts';
import { blankNotes } from '../../../test/handlers/custom-models.ts';
import { anyRecipe, hotFolderAt, takeIn } from '../../../test/fixtures/fresh-ledger.ts';
import { putNewLedger } from '../../../test/fixtures/new-ledger.ts';
import { ownFolder } from '../../../test/fixtures/own-folder.ts';
import { valueOf } from '../../../test/fixtures/values.ts';
import { costsOf, type CostQuery } from './costs.ts';
import { costsCsv, costsJson } from './files.ts';

let ledger: OpenLedger;
let prices: Prices;
let wall: number;
let photos: number;
const clock: Clock = { ...systemClock, wall: () => wall };

beforeEach(async () => {
  wall = Date.UTC(2026, 10, 21, 12);
  prices = usualPrices;
  photos = 0;
  const folder = await ownFolder('costs');
  putNewLedger(folder);
  ledger = valueOf(openLedger(folder, clock, { prices: () => prices }));
  onTestFinished(() => ledger.close());
});

const every = { from: null, to: null };
const preferences = { ...usualPreferences };
const costs = (query: Partial<CostQuery> = {}): Costs =>
  costsOf({ ledger, preferences }, { by: 'day', ...every, ...query });

function cost(amount: number, currency = 'EUR'): void {
  prices = { ...usualPrices, currency, perImage: [{ agent: 'removeBG', version: null, amount }] };
}

function photo(more: Parameters<typeof takeIn>[1] = {}): number {
  photos += 1;
  return takeIn(ledger, { sha256: String(photos).padStart(64, '0'), ...more });
}

const file = { file: '/out/a.jpg', sha256: 'a', bytes: 1, width: 1, height: 1 };

describe('costs', () => {
  it('use the price on the day of the purchase', () => {
    intend(ledger, photo(), 4);
    cost(20);
    intend(ledger, photo(), 4);
    cost(25);
    intend(ledger, photo(), 1);
    cost(30, 'JPY');
    intend(ledger, photo(), 2);
    const open = { outcome: 'open', group: '2026-11-21' };
    expect(costs().lines).toEqual([
      { ...open, currency: null, runs: 1, images: 4, minor: 0 },
      { ...open, currency: 'EUR', runs: 2, images: 5, minor: 105 },
      { ...open, currency: 'JPY', runs: 1, images: 2, minor: 60 },
    ]);
  });

  it('keep the recipe of each run, even if the photo runs again with another one', () => {
    const jobId = photo();
    deliver(ledger, jobId, [file]);
    const recipeId = ledger.jobs.recipe(anyRecipe('Renamed'), 'White');
    ledger.jobs.resume(jobId, { again: true, recipeId });
    intend(ledger, jobId, 2);
    expect(costs({ by: 'recipe' }).lines).toMatchObject([
      { group: 'Renamed', images: 2 },
      { group: 'White', images: 1 },
    ]);
    const [image] = ledger.library.page({}, 'oldest', 0, 9).ids;
    expect(ledger.library.rows([image ?? 0])).toMatchObject([{ recipe: 'White' }]);
    expect(ledger.library.page({ recipe: 'White' }, 'oldest', 0, 9).total).toBe(1);
    expect(ledger.library.page({ recipe: 'Renamed' }, 'oldest', 0, 9).total).toBe(0);
  });

  it('use the price on the day on which a reservation is renewed', () => {
    cost(20);
    const row = intend(ledger, photo(), 4);
    cost(25);
    wall += 86_400_000;
    ledger.executions.renew(row);
    expect(costs().lines).toMatchObject([{ group: '2026-11-22', minor: 100 }]);
  });

  it('have a line for each outcome', () => {
    cost(20);
    deliver(ledger, photo(), [file]);
    const sent = intend(ledger, photo(), 6);
    ledger.executions.started(sent, 'execution');
    ledger.results.see(sent, [
      { status: 'Success', progress: null, error: null, image: 'https://cdn.example/a' },
    ]);
    const [result] = ledger.results.ofJob(photos);
    ledger.results.target(result?.id ?? 0, file);
    ledger.results.delivered(result?.id ?? 0, file);
    for (const end of ['failed', 'held', 'cancelled'] as const) {
      const jobId = photo();
      const row = intend(ledger, jobId, 2);
      ledger.executions.started(row, `execution-${jobId}`);
      ledger.executions.finished(row, 'Failed');
      ledger.jobs.end(jobId, end, null);
    }
    const doubtful = intend(ledger, photo(), 3);
    ledger.executions.sending(doubtful);
    ledger.executions.doubt(doubtful, 'no answer');
    intend(ledger, photo(), 4);
    const refused = intend(ledger, photo(), 5);
    ledger.executions.rejected(refused, 'no');
    const images = Object.fromEntries(costs().totals.map((sum) => [sum.outcome, sum.images]));
    // `deliver` adopts an execution, which counts as linked.
    expect(images).toEqual({ delivered: 6, linked: 1, failed: 4, held: 2, doubt: 3, open: 4 });
  });

  it('are grouped by the article in the name of the photo', () => {
    cost(20);
    intend(ledger, photo({ name: '4711_a.jpg' }), 1);
    intend(ledger, photo({ name: '4711_b.jpg' }), 2);
    intend(ledger, photo({ name: '_.jpg' }), 4);
    expect(costs({ by: 'article' }).lines).toMatchObject([
      { group: '4711', runs: 2, images: 3, minor: 60 },
      { group: null, runs: 1, images: 4, minor: 80 },
    ]);
  });

  it.each([
    ['/photos/Acme/a.jpg', 'ACME'],
    ['/photos/acme/Other/Processed/a.jpg', 'Other'],
    [String.raw`C:\photos\ACME\a.jpg`, 'ACME'],
    ['/photos/Acme', null],
    ['/photos/Acme 2/a.jpg', null],
  ])('of %s belong to the client %s', (path, client) => {
    expect(clientOf(path, ['ACME', 'Other'])).toBe(client);
  });

  it('are grouped by the clients on the cards of custom models and scenes', () => {
    cost(20);
    const scene = { id: 1, name: 'Loft', cover: '', images: null, status: 'complete' } as const;
    ledger.customModels.told('scene', [scene], false);
    ledger.customModels.saveNotes('scene', 1, 0, { ...blankNotes, clients: ['ACME'] });
    intend(ledger, photo({ name: 'acme/a.jpg' }), 1);
    intend(ledger, photo({ name: 'other/a.jpg' }), 2);
    expect(costs({ by: 'client' }).lines).toMatchObject([
      { group: 'ACME', images: 1, minor: 20 },
      { group: null, images: 2, minor: 40 },
    ]);
    ledger.customModels.deleted('scene', 1);
    expect(costs({ by: 'client' }).lines).toMatchObject([{ group: 'ACME' }, { group: null }]);
  });

  it('belong to the client of the hot folder or the command at the time of the purchase', () => {
    cost(20);
    const scene = { id: 1, name: 'Loft', cover: '', images: null, status: 'complete' } as const;
    ledger.customModels.told('scene', [scene], false);
    ledger.customModels.saveNotes('scene', 1, 0, { ...blankNotes, clients: ['ACME'] });
    const jobId = photo({ name: 'acme/a.jpg', client: 'Bella' });
    intend(ledger, jobId, 1);
    intend(ledger, photo({ name: 'b.jpg', client: 'Acme ' }), 2);
    intend(ledger, photo({ name: 'acme/c.jpg' }), 4);
    intend(ledger, photo({ client: 'bella' }), 8);
    ledger.jobs.end(jobId, 'done', null);
    ledger.jobs.resume(jobId, { again: true, client: 'Cora' });
    ledger.executions.intend({ jobId, run: 2, taskId: 't', agent: 'removeBG', images: 16 });
    const found = costs({ by: 'client' }).lines.map(({ group, outcome, images }) => [
      group,
      outcome,
      images,
    ]);
    expect(found).toEqual([
      ['ACME', 'open', 6],
      ['Bella', 'failed', 1],
      ['Bella', 'open', 8],
      ['Cora', 'open', 16],
    ]);
  });

  it('count local days, even when clocks change', () => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    onTestFinished(() => void vi.unstubAllEnvs());
    for (const time of ['2026-10-24T21:59Z', '2026-10-24T22:00Z', '2026-10-25T22:59Z']) {
      wall = Date.parse(time);
      intend(ledger, photo(), 1);
    }
    wall = Date.parse('2026-10-31T23:00Z');
    intend(ledger, photo(), 1);
    const days = costs(daysOfMonth('2026-10')).lines.map(({ group, images }) => [group, images]);
    expect(days).toEqual([
      ['2026-10-24', 1],
      ['2026-10-25', 2],
    ]);
    expect(costs({ by: 'month' }).lines).toMatchObject([
      { group: '2026-10' },
      { group: '2026-11' },
    ]);
    expect(daysOfMonth('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  });

  it('are written as CSV and JSON, with names that a spreadsheet does not run as formulas', () => {
    cost(20);
    intend(ledger, photo({ hotFolderId: hotFolderAt(ledger, '=A1,"x"') }), 4);
    const found = { ...costs({ by: 'folder' }), taxNote: 'plus 19% VAT, DE' };
    expect(costsCsv(found)).toBe(
      `folder,outcome,runs,images,currency,amount,taxNote\n"'=A1,""x""",open,1,4,EUR,0.80,"plus 19% VAT, DE"\n`,
    );
    expect(costsJson(found)).toMatchObject({
      by: 'folder',
      lines: [{ amount: '0.80', minor: 80 }],
    });
  });
});

describe('the sums of any history', () => {
  const purchases = [
    'buy',
    'refuse',
    'give-up',
    'doubt',
    'download',
    'link',
    'renew-later',
    'run-again',
  ] as const;
  const step = fc.record({
    what: fc.constantFrom(...purchases, 'price', 'day'),
    end: fc.constantFrom('done', 'failed', 'held', 'cancelled', null),
    recipe: fc.constantFrom('White', 'Grey'),
    currency: fc.constantFrom('EUR', 'JPY'),
    n: fc.nat({ max: 1_000_000 }),
  });

  it('equal a plain sum over its purchases, in every grouping and by outcome', () => {
    const folders = [hotFolderAt(ledger, '/one'), hotFolderAt(ledger, '/two'), null];
    const bought: Bought[] = [];
    /** Records a purchase, in the way that `what` says, at the current price. */
    const buy = (job: TestJob, what: (typeof purchases)[number], images: number): void => {
      const { jobId, run } = job;
      const taskId = `task-${jobId}`;
      const row = ledger.executions.intend({ jobId, run, taskId, agent: 'removeBG', images });
      if (what === 'refuse') return ledger.executions.rejected(row, 'no');
      if (what === 'give-up') return ledger.executions.giveUp(row, 'no');
      if (what === 'renew-later') {
        // the reservation moves to another day, and then has the price of that day
        wall += 86_400_000;
        cost(images * 7, 'EUR');
        ledger.executions.renew(row);
      }
      const price = priceOf(prices, { agent: 'removeBG', version: 'v1.0' });
      const currency = price?.currency ?? null;
      const certain = giveOutcome(jobId, row, what);
      bought.push({ job, run, images, currency, minor: images * (price?.minor ?? 0), certain });
    };
    fc.assert(
      fc.property(fc.array(step, { maxLength: 15 }), (steps) => {
        for (const { what, end, recipe, currency, n } of steps) {
          if (what === 'price') cost(n, currency);
          else if (what === 'day') wall += (n % 40) * 86_400_000;
          else {
            const name = `${n % 5}_${photos}.jpg`;
            const jobId = photo({ recipe, hotFolderId: folders[n % 3] ?? null, name });
            const job: TestJob = { jobId, run: 1, end };
            ledger.jobs.created(jobId, `task-${jobId}`);
            buy(job, what, 1 + (n % 4));
            if (what === 'run-again') {
              ledger.jobs.end(jobId, 'failed', null);
              ledger.jobs.resume(jobId, { again: true });
              job.run = 2;
              buy(job, n % 2 === 0 ? 'download' : 'buy', 1 + (n % 3));
            }
            if (end !== null) ledger.jobs.end(jobId, end, null);
          }
        }
        const plain = sumsOf(bought.map((one) => ({ ...one, runs: 1, outcome: outcomeOf(one) })));
        for (const by of costGroups) {
          const { lines, totals } = costs({ by });
          expect(sumsOf(lines), by).toEqual(plain);
          expect(sumsOf(totals), by).toEqual(plain);
        }
      }),
      { numRuns: 40 },
    );
    expect(Object.keys(sumsOf(costs().totals)).length).toBeGreaterThan(8);
  });
});

/** Gives a purchase an outcome that does not depend on its job, if `what` has one; returns the outcome. */
function giveOutcome(jobId: number, row: number, what: string): CostOutcome | null {
  const { executions, results } = ledger;
  if (what === 'link') {
    executions.adopt(row, `execution-${row}`);
    return 'linked';
  }
  if (what !== 'doubt' && what !== 'download') return null;
  executions.sending(row);
  if (what === 'doubt') {
    executions.doubt(row, 'no answer');
    return 'doubt';
  }
  executions.started(row, `execution-${row}`);
  const image = `https://cdn.example/${row}`;
  results.see(row, [{ status: 'Success', progress: null, error: null, image }]);
  const id = results.ofJob(jobId).at(-1)?.id ?? 0;
  results.target(id, file);
  results.delivered(id, file);
  executions.finished(row, 'Success');
  return 'delivered';
}

/** A job of a history, whose last run has the number `run`; `end` is null if the job is still open. */
interface TestJob {
  readonly jobId: number;
  run: number;
  readonly end: 'done' | 'failed' | 'held' | 'cancelled' | null;
}

interface Bought {
  readonly job: TestJob;
  readonly run: number;
  readonly images: number;
  readonly currency: string | null;
  readonly minor: number;
  readonly certain: CostOutcome | null;
}

/** Returns the outcome of a purchase from the plain facts about it. */
function outcomeOf({ job, run, certain }: Bought): CostOutcome {
  if (certain !== null) return certain;
  // the user did not wait for an earlier run
  if (run < job.run) return 'failed';
  if (job.end === null) return 'open';
  return job.end === 'held' ? 'held' : 'failed';
}

function sumsOf(lines: readonly CostSum[]): Record<string, readonly number[]> {
  const sums: Record<string, readonly [number, number, number]> = {};
  for (const { outcome, currency, runs, images, minor } of lines) {
    const key = `${outcome} ${currency}`;
    const [a, b, c] = sums[key] ?? [0, 0, 0];
    sums[key] = [a + runs, b + images, c + minor];
  }
  return sums;
}
