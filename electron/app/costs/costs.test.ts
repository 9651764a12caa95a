import fc from 'fast-check';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { clientOf } from '#shared/custom-models.ts';
import { daysOfMonth } from '#shared/day.ts';
import { priceOf, usualPrices, type Prices } from '#shared/prices.ts';
import { costGroups, type Costs } from '#shared/views/costs.ts';
import { usualPreferences } from '#shared/views/settings.ts';
import { openLedger, type OpenLedger } from '../../adapters/ledger/open.ts';
import { systemClock, type Clock } from '../../base/clock.ts';
import { deliver, intend } from '../../../test/fixtures/jobs.ts';
import { blankNotes } from '../../../test/handlers/custom-models.ts';
import { hotFolderAt, takeIn } from '../../../test/fixtures/fresh-ledger.ts';
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
    const found = costs({ by: 'client' }).lines.map(({ group, images }) => [group, images]);
    expect(found).toEqual([
      ['ACME', 6],
      ['Bella', 9],
      ['Cora', 16],
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
  const step = fc.record({
    what: fc.constantFrom('buy', 'refuse', 'give-up', 'doubt', 'deliver', 'end', 'price', 'day'),
    end: fc.constantFrom('done', 'failed', 'held', 'cancelled'),
    recipe: fc.constantFrom('White', 'Grey'),
    currency: fc.constantFrom('EUR', 'JPY'),
    n: fc.nat({ max: 1_000_000 }),
  });

  it('equal a plain sum over its purchases, in every grouping', () => {
    const folders = [hotFolderAt(ledger, '/one'), hotFolderAt(ledger, '/two'), null];
    /** Purchases that may have been charged, by the row of their execution. */
    const bought = new Map<number, { images: number; currency: string | null; minor: number }>();
    fc.assert(
      fc.property(fc.array(step, { maxLength: 15 }), (steps) => {
        for (const { what, end, recipe, currency, n } of steps) {
          if (what === 'price') cost(n, currency);
          if (what === 'day') wall += (n % 40) * 86_400_000;
          if (['price', 'day'].includes(what)) continue;
          const jobId = photo({
            recipe,
            hotFolderId: folders[n % 3] ?? null,
            name: `${n % 5}_${photos}.jpg`,
          });
          const images = what === 'deliver' ? 1 : 1 + (n % 4);
          const price = priceOf(prices, { agent: 'removeBG', version: 'v1.0' });
          const paid = {
            images,
            currency: price?.currency ?? null,
            minor: images * (price?.minor ?? 0),
          };
          if (what === 'deliver') {
            deliver(ledger, jobId, [file]);
            bought.set(-jobId, paid);
            continue;
          }
          const row = intend(ledger, jobId, images);
          if (what === 'refuse') ledger.executions.rejected(row, 'no');
          else if (what === 'give-up') ledger.executions.giveUp(row, 'no');
          else bought.set(row, paid);
          if (what === 'doubt') {
            ledger.executions.sending(row);
            ledger.executions.doubt(row, 'no answer');
          }
          if (what === 'end') ledger.jobs.end(jobId, end, null);
        }
        const plain = sumsOf([...bought.values()].map((one) => ({ ...one, runs: 1 })));
        for (const by of costGroups) {
          const { lines, totals } = costs({ by });
          expect(sumsOf(lines), by).toEqual(plain);
          expect(sumsOf(totals), by).toEqual(plain);
        }
      }),
      { numRuns: 40 },
    );
    expect(bought.size).toBeGreaterThan(20);
  });
});

interface Sum {
  readonly runs: number;
  readonly images: number;
  readonly currency: string | null;
  readonly minor: number;
}

function sumsOf(lines: readonly Sum[]): Record<string, readonly number[]> {
  const sums: Record<string, readonly [number, number, number]> = {};
  for (const { currency, runs, images, minor } of lines) {
    const [a, b, c] = sums[String(currency)] ?? [0, 0, 0];
    sums[String(currency)] = [a + runs, b + images, c + minor];
  }
  return sums;
}
