import { describe, expect, it } from 'vitest';
import { answering } from './between.ts';
import { openHarness, plainRecipe, type Harness } from './harness.ts';
import { openHttpHarness } from './http-harness.ts';

const patience = { timeout: 55_000, interval: 20 };
/** Speed of the clock. It almost stands still, so that time passes only when the test moves the clock. */
const haste = 0.01;

let harness: Harness;

/** Returns the milliseconds until the closed gate allows the next attempt. */
const wait = () => (harness.runner.closed()[0]?.until ?? 0) - harness.clock.mono();

describe('sending again', () => {
  it('F16 a job is resent only once if the answers are lost, and then held', async () => {
    harness = await openHarness({ limits: { doubtWindow: 1000 } });
    harness.demo.inject({ on: 'execute', kind: 'server-error' });
    const job = await harness.admit({ recipe: { ...plainRecipe, onDoubt: 'resend' } });
    expect(await harness.until(job, 'held')).toBe('execution-unknown');
    expect(harness.asked('execute')).toBe(2);
  });

  it('F17 an execute request with the answer Retry-After: 0 is retried after a pause, which gets longer each time', async () => {
    harness = await openHarness();
    harness.demo.inject({ on: 'execute', kind: 'too-many', retryAfter: '0' });
    await harness.admit();
    // half of the pause is random
    for (const [tries, least] of [500, 1000, 2000].entries()) {
      await harness.poll(() => harness.asked('execute')).toBe(tries + 1);
      await harness.poll(wait).toBeGreaterThan(0.9 * least);
      expect(harness.runner.closed().map(({ gate }) => gate)).toEqual(['service']);
      expect(harness.asked('execute')).toBe(tries + 1);
      harness.clock.machineSleeps(wait());
    }
  });

  it('F16 a doubt also pauses jobs that wait for a free place', async () => {
    const everyoneWaits = Promise.withResolvers<void>();
    // the service accepts the first request, and its answer is lost
    const answer = async (path: string) => {
      if (!path.endsWith('/execute')) return null;
      await everyoneWaits.promise;
      return { status: 503, message: 'Service temporarily unavailable' };
    };
    harness = await openHttpHarness({
      haste,
      limits: { inFlight: 1, cores: 3 },
      through: answering(answer),
    });
    for (const i of [1, 2, 3, 4]) {
      await harness.admit({ photo: `https://photos.example/${i}.jpg` });
    }
    await expect.poll(() => harness.asked('create'), patience).toBe(4);
    await expect
      .poll(() => [harness.asked('execute'), harness.runner.moving()], patience)
      .toEqual([1, 1]);
    everyoneWaits.resolve();
    const gates = () => harness.runner.closed().map(({ gate }) => gate);
    // the job in doubt waits for its next query, and the other three jobs wait at the closed gate
    await expect.poll(() => [gates(), harness.runner.moving()], patience).toEqual([['execute'], 1]);
    expect(harness.asked('execute')).toBe(1);
  });
});
