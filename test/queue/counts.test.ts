import { describe, expect, it } from 'vitest';
import { openHarness, plainRecipe, type Harness } from './harness.ts';

let harness: Harness;

const counts = () => harness.ledger.jobs.count();

/** Keeps every execution running until the faults are cleared. */
function keepExecuting(): void {
  harness.demo.inject({ on: 'query', kind: 'unknown-status', status: 'Running' });
}

async function admitColours(count: number): Promise<number[]> {
  const jobs: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const backgroundHex = `#0000${(16 + n).toString(16)}`;
    const params = { ...plainRecipe.params, backgroundHex };
    jobs.push(await harness.admit({ recipe: { ...plainRecipe, params } }));
  }
  return jobs;
}

describe('the number of running jobs', () => {
  it('B8 is the number of jobs sent to the service, not of jobs that the queue is processing', async () => {
    harness = await openHarness({ limits: { inFlight: 2, cores: 4 } });
    keepExecuting();
    const jobs = await admitColours(8);
    await harness.poll(() => harness.bought()).toBe(2);
    // other photos are prepared in the meantime
    await harness.poll(() => harness.asked('create')).toBeGreaterThan(3);
    expect(counts()).toMatchObject({ running: 2, waiting: 6 });
    expect(harness.runner.inHand().length).toBeGreaterThan(3);
    harness.demo.clearFaults();
    for (const job of jobs) {
      await harness.until(job, 'done');
      // true even if the last downloads take long
      const { running, done } = counts();
      expect(running + done).toBeLessThanOrEqual(harness.bought());
    }
    expect(counts()).toMatchObject({ running: 0, waiting: 0, done: 8 });
  });

  it('B8 excludes jobs whose request was refused, and includes jobs that were sent before a restart', async () => {
    harness = await openHarness();
    keepExecuting();
    const sent = await harness.admit();
    await harness.poll(() => harness.bought()).toBe(1);
    harness.demo.inject({ on: 'execute', kind: 'refused', text: 'balance exhausted' });
    const [refused = 0] = await admitColours(1);
    await harness.poll(() => harness.runner.closed().map(({ gate }) => gate)).toEqual(['execute']);
    expect(counts()).toMatchObject({ running: 1, waiting: 1 });
    harness = await harness.restart();
    expect(counts()).toMatchObject({ running: 1, waiting: 1 });
    harness.demo.clearFaults();
    await harness.until(sent, 'done');
    await harness.runner.reopen();
    await harness.until(refused, 'done');
  });

  it('B6 excludes jobs stopped by the daily limit: they wait', async () => {
    harness = await openHarness({ limits: { imagesPerDay: 2, inFlight: 4 } });
    await admitColours(6);
    await harness.poll(() => counts().done).toBe(2);
    await harness.poll(() => [...harness.runner.limited()]).toEqual([[0, 'studio']]);
    await harness.poll(counts).toMatchObject({ done: 2, running: 0, waiting: 4 });
    expect(harness.runner.estimate(4)).toBeNull();
    harness.limits.imagesPerDay = null;
    await harness.runner.limitsChanged();
    await harness.poll(() => counts().done).toBe(6);
    expect(harness.runner.limited().size).toBe(0);
  });
});
