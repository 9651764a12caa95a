import { describe, expect, it } from 'vitest';
import { blockedStation } from '#electron/engine/station/blocked.ts';
import { checkSpending } from '#electron/engine/queue/spending.ts';
import { problemOf } from '#shared/failure.ts';
import { usualPrices } from '#shared/prices.ts';
import { openHarness, plainRecipe, type Harness } from './harness.ts';

it('buys nothing while the limits cannot be read, and continues when they are set', async () => {
  const unreadable = problemOf('limits-unreadable.file', { file: 'settings.json' });
  const harness = await openHarness({ limits: { unreadable } });
  const job = await harness.admit({ photo: 'https://photos.example/1.jpg' });
  expect(harness.closed()).toEqual([['execute', 'limits-unreadable']]);
  await harness.poll(() => harness.asked('create')).toBe(1);
  await harness.poll(() => harness.job(job).taskId).not.toBeNull();
  await harness.runner.reopen();
  await harness.poll(() => harness.closed()).toEqual([['execute', 'limits-unreadable']]);
  expect(harness.bought()).toBe(0);
  harness.limits.unreadable = null;
  await harness.runner.limitsChanged();
  expect(await harness.until(job, 'done')).toBeNull();
});

const DAY = 24 * 3_600_000;

let harness: Harness;

describe('F38 the limit of a hot folder', () => {
  const recipe = { ...plainRecipe, params: { ...plainRecipe.params, batchCount: 2 } };

  const hotFolder = (imagesPerDay: number) => harness.hotFolder({ imagesPerDay });
  const photo = (n: number) => `https://photos.example/${n}.jpg`;

  it('starts no more jobs once the limit does not allow another execution', async () => {
    harness = await openHarness({ limits: { inFlight: 2 } });
    const hotFolderId = hotFolder(3);
    for (let n = 0; n < 20; n += 1) await harness.admit({ recipe, photo: photo(n), hotFolderId });
    await harness.poll(() => harness.ledger.jobs.count().done).toBe(1);
    await harness.done();
    // the waiting jobs check the limit again every minute
    for (let look = 0; look < 3; look += 1) {
      harness.clock.machineSleeps(60_000);
      await harness.done({ photo: photo(100 + look) });
    }
    expect(harness.asked('create')).toBeLessThan(10);
    expect(harness.bought()).toBe(5);
  });

  it('is left to the database of a shared studio, whose clock decides, if stations share the folder', async () => {
    harness = await openHarness();
    const hotFolderId = hotFolder(2);
    await harness.done({ recipe, photo: photo(1), hotFolderId });
    const second = await harness.admit({ recipe, photo: photo(2), hotFolderId });
    const { ledger, clock, limits, job } = harness;
    const parts = { ledger, clock, limits };
    const station = blockedStation(problemOf('studio-unreachable'));
    expect(checkSpending({ ...parts, station }, job(second), null)).toMatchObject({
      kind: 'limit',
    });
    const entry = { key: 'shared', localId: hotFolderId, version: 1, mark: null, hash: '' };
    ledger.sharedDocuments.set('hot-folder', entry);
    expect(checkSpending({ ...parts, station }, job(second), null)).toBeNull();
    expect(checkSpending(parts, job(second), null)).toMatchObject({ kind: 'limit' });
  });

  it('is checked again automatically if it was reached before the program started', async () => {
    harness = await openHarness();
    const hotFolderId = hotFolder(2);
    await harness.done({ recipe, photo: photo(1), hotFolderId });
    harness = await harness.restart();
    const second = await harness.admit({ recipe, photo: photo(2), hotFolderId });
    await harness.poll(() => harness.job(second).problem?.code).toBe('spending-limit');
    hotFolder(4);
    expect(await harness.until(second, 'done')).toBeNull();
  });

  it('applies today to an execution that was reserved yesterday', async () => {
    harness = await openHarness({ limits: { imagesPerDay: 1 } });
    harness.demo.inject({ on: 'execute', times: 1, kind: 'unauthorised' });
    const left = await harness.admit();
    await harness.poll(() => harness.runner.closed().length).toBe(1);
    await harness.runner.stop();
    expect(harness.executions(left)).toMatchObject([{ state: 'intent' }]);
    const other = await harness.admit({ photo: photo(1) });
    harness.ledger.jobs.end(other, 'cancelled', null);
    harness.clock.setWall(DAY);
    const intent = { jobId: other, run: 1, taskId: 't', agent: 'removeBG', images: 1 };
    harness.ledger.executions.intend(intent);
    harness = await harness.restart();
    await harness.poll(() => harness.job(left).problem?.code).toBe('spending-limit');
    expect(harness.bought()).toBe(0);
    harness.clock.setWall(DAY);
    await harness.until(left, 'done');
    expect(harness.ledger.spending.today()).toBe(1);
  });

  it('doesn’t stop the delivery of paid images', async () => {
    const limits = { inFlight: 2, cores: 1, imagesPerDay: 4 };
    harness = await openHarness({ limits, demo: { speed: { executionMs: 60_000, jitterMs: 0 } } });
    const again = [];
    for (const n of [1, 2, 3]) again.push(await harness.admit({ photo: photo(n) }));
    for (const job of again) await harness.until(job, 'done');
    const paid = await harness.admit({ photo: photo(4) });
    await harness.poll(() => harness.bought()).toBe(4);
    await harness.runner.stop();
    expect(harness.job(paid).state).toBe('running');
    // retried jobs that were interrupted come first in the queue, before the paid one
    for (const job of again) {
      harness.ledger.jobs.resume(job, { again: true });
      // the state in which an earlier version of Darkslide left its running jobs
      harness.ledger.jobs.running(job);
    }
    harness = await harness.restart();
    await harness.until(paid, 'done');
    expect(harness.bought()).toBe(4);
  });
});

describe('a limit in money or per month', () => {
  const photo = (n: number) => `https://photos.example/${n}.jpg`;
  const priced = {
    ...usualPrices,
    perImage: [{ agent: 'removeBG', version: null, amount: 20 }],
  };
  const told = (id: number) => harness.job(id).problem;

  const limited = [
    [{ moneyPerDay: 39 }, DAY, 'until tomorrow: the daily limit of EUR 0.39'],
    [{ moneyPerMonth: 20 }, 31 * DAY, 'until next month: the monthly limit of EUR 0.20'],
    [{ imagesPerMonth: 1 }, 31 * DAY, 'until next month: the monthly limit of 1 image'],
  ] as const;
  const everyLimit = (['the studio', 'the hot folder'] as const).flatMap((of) =>
    limited.map(([limits, ms, words]) => ({ of, limits, ms, words: `${words} for ${of}` })),
  );

  it.each(everyLimit)('$limits of $of keeps photos waiting', async ({ of, limits, ms, words }) => {
    const ofStudio = of === 'the studio' ? limits : {};
    harness = await openHarness({ limits: ofStudio, prices: priced });
    const folder = of === 'the studio' ? {} : { hotFolderId: harness.hotFolder(limits) };
    // noon on the first day of a month
    harness.clock.setWall(Date.UTC(2026, 2, 1, 12) - harness.clock.wall());
    // what was bought elsewhere does not count for a hot folder
    if (of !== 'the studio') await harness.done({ photo: photo(3) });
    await harness.done({ photo: photo(1), ...folder });
    const second = await harness.admit({ photo: photo(2), ...folder });
    await harness.poll(() => told(second)?.code).toBe('spending-limit');
    expect(told(second)?.message.replaceAll('\u00A0', ' ')).toContain(words);
    harness.clock.setWall(ms);
    expect(await harness.until(second, 'done')).toBeNull();
    expect(harness.bought()).toBe(of === 'the studio' ? 2 : 3);
  });

  it('of a hot folder holds its photos if their agent has no price', async () => {
    harness = await openHarness();
    const hotFolderId = harness.hotFolder({ moneyPerDay: 5000 });
    const id = await harness.admit({ hotFolderId });
    expect(await harness.until(id, 'held')).toBe('price-missing');
    expect(harness.bought()).toBe(0);
    harness.hotFolder({ moneyPerDay: null });
    harness.goOn(id);
    expect(await harness.until(id, 'done')).toBeNull();
  });

  it('that is lower than the price of one run holds the photo, which would otherwise wait forever', async () => {
    harness = await openHarness({ limits: { moneyPerMonth: 19 }, prices: priced });
    const id = await harness.admit();
    expect(await harness.until(id, 'held')).toBe('limit-too-low');
    expect([harness.bought(), harness.ledger.spending.today()]).toEqual([0, 0]);
  });

  it('counts a reservation from an earlier day of the month only once', async () => {
    harness = await openHarness({ limits: { imagesPerMonth: 1 } });
    harness.clock.setWall(Date.UTC(2026, 2, 1, 12) - harness.clock.wall());
    harness.demo.inject({ on: 'execute', times: 1, kind: 'unauthorised' });
    const left = await harness.admit();
    await harness.poll(() => harness.runner.closed().length).toBe(1);
    harness.clock.setWall(DAY);
    await harness.during(harness.runner.reopen());
    expect(await harness.until(left, 'done')).toBeNull();
  });
});
