import { describe, expect, it } from 'vitest';
import { openDesk, plainRecipe, type Desk } from './desk.ts';

let desk: Desk;

const counts = () => desk.ledger.jobs.count();

/** The service goes on with every execution until its faults are cleared. */
function keepExecuting(): void {
  desk.demo.inject({ on: 'query', kind: 'unknown-status', status: 'Running' });
}

async function admitColours(count: number): Promise<number[]> {
  const jobs: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const backgroundHex = `#0000${(16 + n).toString(16)}`;
    const params = { ...plainRecipe.params, backgroundHex };
    jobs.push(await desk.admit({ recipe: { ...plainRecipe, params } }));
  }
  return jobs;
}

describe('how many jobs are said to be running', () => {
  it('B8 is as many as the service has been sent, not as many as are in memory', async () => {
    desk = await openDesk({ limits: { inFlight: 2, cores: 4 } });
    keepExecuting();
    const jobs = await admitColours(8);
    await desk.poll(() => desk.bought()).toBe(2);
    // others are made ready meanwhile
    await desk.poll(() => desk.asked('create')).toBeGreaterThan(3);
    expect(counts()).toMatchObject({ running: 2, waiting: 6 });
    expect(desk.runner.inHand().length).toBeGreaterThan(3);
    desk.demo.clearFaults();
    for (const job of jobs) {
      await desk.until(job, 'done');
      // however long the last ones take to be brought home
      const { running, done } = counts();
      expect(running + done).toBeLessThanOrEqual(desk.bought());
    }
    expect(counts()).toMatchObject({ running: 0, waiting: 0, done: 8 });
  });

  it('B8 leaves out what could not be sent, and takes in what was sent before a restart', async () => {
    desk = await openDesk();
    keepExecuting();
    const sent = await desk.admit();
    await desk.poll(() => desk.bought()).toBe(1);
    desk.demo.inject({ on: 'execute', kind: 'refused', text: 'balance exhausted' });
    const [refused = 0] = await admitColours(1);
    await desk.poll(() => desk.runner.closed().map(({ gate }) => gate)).toEqual(['execute']);
    expect(counts()).toMatchObject({ running: 1, waiting: 1 });
    desk = await desk.restart();
    expect(counts()).toMatchObject({ running: 1, waiting: 1 });
    desk.demo.clearFaults();
    await desk.until(sent, 'done');
    await desk.runner.reopen();
    await desk.until(refused, 'done');
  });

  it('B6 is none of those that the daily limit stops: they wait', async () => {
    desk = await openDesk({ limits: { imagesPerDay: 2, inFlight: 4 } });
    await admitColours(6);
    await desk.poll(() => counts().done).toBe(2);
    await desk.poll(() => [...desk.runner.limited()]).toEqual([[0, 'studio']]);
    await desk.poll(counts).toMatchObject({ done: 2, running: 0, waiting: 4 });
    expect(desk.runner.estimate(4)).toBeNull();
    desk.limits.imagesPerDay = null;
    await desk.runner.limitsChanged();
    await desk.poll(() => counts().done).toBe(6);
    expect(desk.runner.limited().size).toBe(0);
  });
});
