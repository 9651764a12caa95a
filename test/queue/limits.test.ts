import { describe, expect, it } from 'vitest';
import { openDesk, plainRecipe, type Desk } from './desk.ts';

const DAY = 24 * 3_600_000;

let desk: Desk;

describe('F38 the limit of a hot folder', () => {
  const recipe = { ...plainRecipe, params: { ...plainRecipe.params, batchCount: 2 } };

  const hotFolder = (imagesPerDay: number) => desk.hotFolder({ imagesPerDay });
  const photo = (n: number) => `https://photos.example/${n}.jpg`;

  it('that no further execution fits in opens no further jobs', async () => {
    desk = await openDesk({ limits: { inFlight: 2 } });
    const hotFolderId = hotFolder(3);
    for (let n = 0; n < 20; n += 1) await desk.admit({ recipe, photo: photo(n), hotFolderId });
    await desk.poll(() => desk.ledger.jobs.count().done).toBe(1);
    await desk.done();
    // those that are parked look at the limit again and again
    for (let look = 0; look < 3; look += 1) {
      desk.clock.machineSleeps(60_000);
      await desk.done({ photo: photo(100 + look) });
    }
    expect(desk.asked('create')).toBeLessThan(10);
    expect(desk.bought()).toBe(5);
  });

  it('that was reached before the start is looked at again by itself', async () => {
    desk = await openDesk();
    const hotFolderId = hotFolder(2);
    await desk.done({ recipe, photo: photo(1), hotFolderId });
    desk = await desk.restart();
    const second = await desk.admit({ recipe, photo: photo(2), hotFolderId });
    await desk.poll(() => desk.job(second).problem?.code).toBe('spending-limit');
    hotFolder(4);
    expect(await desk.until(second, 'done')).toBeNull();
  });

  it('of today holds for what was meant to be sent yesterday', async () => {
    desk = await openDesk({ limits: { imagesPerDay: 1 } });
    desk.demo.inject({ on: 'execute', times: 1, kind: 'unauthorised' });
    const left = await desk.admit();
    await desk.poll(() => desk.runner.closed().length).toBe(1);
    await desk.runner.stop();
    expect(desk.executions(left)).toMatchObject([{ state: 'intent' }]);
    const other = await desk.admit({ photo: photo(1) });
    desk.ledger.jobs.end(other, 'cancelled', null);
    desk.clock.setWall(DAY);
    const intent = { jobId: other, run: 1, taskId: 't', agent: 'removeBG', images: 1 };
    desk.ledger.executions.intend(intent);
    desk = await desk.restart();
    await desk.poll(() => desk.job(left).problem?.code).toBe('spending-limit');
    expect(desk.bought()).toBe(0);
    desk.clock.setWall(DAY);
    await desk.until(left, 'done');
    expect(desk.ledger.spending.today()).toBe(1);
  });

  it('of the day does not keep what is paid for from being brought home', async () => {
    const limits = { inFlight: 2, cores: 1, imagesPerDay: 4 };
    desk = await openDesk({ limits, demo: { speed: { executionMs: 60_000, jitterMs: 0 } } });
    const again = [];
    for (const n of [1, 2, 3]) again.push(await desk.admit({ photo: photo(n) }));
    for (const job of again) await desk.until(job, 'done');
    const paid = await desk.admit({ photo: photo(4) });
    await desk.poll(() => desk.bought()).toBe(4);
    await desk.runner.stop();
    expect(desk.job(paid).state).toBe('running');
    // what a person asked for once more, stopped on its way, comes before it
    for (const job of again) {
      desk.ledger.jobs.resume(job, { again: true });
      // as an earlier version of Darkslide left what it had in hand
      desk.ledger.jobs.running(job);
    }
    desk = await desk.restart();
    await desk.until(paid, 'done');
    expect(desk.bought()).toBe(4);
  });
});
