import { describe, expect, it } from 'vitest';
import { openHarness, plainRecipe, type Harness } from './harness.ts';

let harness: Harness;

const hold = (id: number) => () =>
  harness.ledger.jobs.end(id, 'held', { code: 'paused', message: 'A person paused it.' });

describe('a change to a running job', () => {
  it('takes effect before anything is bought, if possible', async () => {
    harness = await openHarness();
    harness.demo.inject({ on: 'create', times: 1, kind: 'slow', ms: 30_000 });
    const id = await harness.admit();
    await harness.poll(() => harness.asked('create')).toBe(1);
    await harness.runner.change([id], hold(id));
    expect(harness.job(id)).toMatchObject({ state: 'held', problem: { code: 'paused' } });
    expect(harness.runner.moving()).toBe(0);
    harness.goOn(id);
    await harness.until(id, 'done');
    expect(harness.bought()).toBe(1);
  });

  it('waits for the answer to an execute request, and loses nothing of the answer', async () => {
    harness = await openHarness();
    harness.demo.inject({ on: 'execute', times: 1, kind: 'slow', ms: 30_000 });
    const id = await harness.admit();
    await harness.poll(() => harness.asked('execute')).toBe(1);
    await harness.runner.change([id], hold(id));
    expect(harness.job(id).state).toBe('held');
    expect(harness.executions(id)).toMatchObject([{ state: 'started' }]);
    harness.goOn(id);
    await harness.until(id, 'done');
    expect(harness.bought()).toBe(1);
  });

  it('is not undone by another change at the same time', async () => {
    harness = await openHarness();
    const id = await harness.admit();
    await Promise.all([
      harness.runner.change([id], hold(id)),
      harness.runner.change([id], () => harness.ledger.jobs.resume(id)),
    ]);
    await harness.until(id, 'done');
    expect(harness.bought()).toBe(1);
  });

  it('that fails is reported, and the job continues', async () => {
    harness = await openHarness();
    const id = await harness.admit();
    const broken = () => {
      throw new Error('no');
    };
    await expect(harness.runner.change([id], broken)).rejects.toThrow('no');
    await harness.until(id, 'done');
  });
});

describe('raising a limit that was reached', () => {
  it('F38 lets the next job start immediately', async () => {
    harness = await openHarness({ limits: { imagesPerDay: 1 } });
    await harness.done();
    const id = await harness.admit({ photo: 'watch-steel.jpg' });
    await harness.poll(() => harness.job(id).problem?.code).toBe('spending-limit');
    harness.limits.imagesPerDay = 2;
    await harness.runner.limitsChanged();
    expect(await harness.until(id, 'done')).toBeNull();
  });

  it('does not overwrite the reason why the service has refused a job in the meantime', async () => {
    harness = await openHarness({ limits: { imagesPerDay: 1 } });
    await harness.done();
    const mask = new URL('/cdn/gone.png', harness.demo.url).href;
    const params = { maskType: 'custom', batchCount: 1 };
    const id = await harness.admit({ recipe: { ...plainRecipe, params, mask } });
    await harness.poll(() => harness.job(id).problem?.code).toBe('spending-limit');
    harness.demo.inject({ on: 'execute', kind: 'slow', ms: 30_000 });
    harness.limits.imagesPerDay = 2;
    // the job has automatically checked the limit again and sent its request
    await harness.poll(() => harness.asked('execute')).toBe(2);
    await harness.runner.limitsChanged();
    const { state, problem } = harness.job(id);
    expect([state, problem?.code]).toEqual(['failed', 'service-refused']);
  });
});
