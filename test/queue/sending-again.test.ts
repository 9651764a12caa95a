import { describe, expect, it } from 'vitest';
import { answering } from './between.ts';
import { openDesk, plainRecipe, type Desk } from './desk.ts';
import { openHttpDesk } from './http-desk.ts';

const patience = { timeout: 40_000, interval: 20 };
/** Time nearly stands still, and passes when the test says so. */
const haste = 0.01;

let desk: Desk;

/** ms until somebody tries again. */
const wait = () => (desk.runner.closed()[0]?.until ?? 0) - desk.clock.mono();

describe('sending again', () => {
  it('F16 resend ends when the answer is lost again and again', async () => {
    desk = await openDesk({ limits: { doubtWindow: 1000 } });
    desk.demo.inject({ on: 'execute', kind: 'server-error' });
    const job = await desk.admit({ recipe: { ...plainRecipe, onDoubt: 'resend' } });
    expect(await desk.until(job, 'held')).toBe('execution-unknown');
    expect(desk.asked('execute')).toBe(2);
  });

  it('F17 Retry-After: 0 on execute is not answered at once, and later each time', async () => {
    desk = await openDesk();
    desk.demo.inject({ on: 'execute', kind: 'too-many', retryAfter: '0' });
    await desk.admit();
    // half of the pause is left to chance
    for (const [tries, least] of [500, 1000, 2000].entries()) {
      await desk.poll(() => desk.asked('execute')).toBe(tries + 1);
      await desk.poll(wait).toBeGreaterThan(0.9 * least);
      expect(desk.runner.closed().map(({ gate }) => gate)).toEqual(['service']);
      expect(desk.asked('execute')).toBe(tries + 1);
      desk.clock.machineSleeps(wait());
    }
  });

  it('F16 a doubt pauses also those that wait for a place', async () => {
    const everyoneWaits = Promise.withResolvers<void>();
    // the service takes the first request, and its answer is lost
    const answer = async (path: string) => {
      if (!path.endsWith('/execute')) return null;
      await everyoneWaits.promise;
      return { status: 503, message: 'Service temporarily unavailable' };
    };
    desk = await openHttpDesk({
      haste,
      limits: { inFlight: 1, cores: 3 },
      through: answering(answer),
    });
    for (const i of [1, 2, 3, 4]) {
      await desk.admit({ photo: `https://photos.example/${i}.jpg` });
    }
    await expect.poll(() => desk.asked('create'), patience).toBe(4);
    await expect
      .poll(() => [desk.asked('execute'), desk.runner.moving()], patience)
      .toEqual([1, 1]);
    everyoneWaits.resolve();
    const gates = () => desk.runner.closed().map(({ gate }) => gate);
    // the one in doubt sleeps until its next question; the other three wait at the gate
    await expect.poll(() => [gates(), desk.runner.moving()], patience).toEqual([['execute'], 1]);
    expect(desk.asked('execute')).toBe(1);
  });
});
