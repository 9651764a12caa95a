import { describe, expect, it } from 'vitest';
import { virtualClock } from '../../../test/service/virtual-clock.ts';
import { rateLimit } from './rate.ts';

const never = new AbortController().signal;

describe('rateLimit', () => {
  it('allows a burst of one second’s worth, then limits the rate, in order', async () => {
    const clock = virtualClock();
    const rate = rateLimit(() => 4, clock);
    const left: [index: number, at: number][] = [];
    await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        await rate.take(never);
        left.push([index, clock.mono()]);
      }),
    );
    expect(left.map(([index]) => index)).toEqual(Array.from({ length: 12 }, (_, index) => index));
    expect(left.map(([, at]) => at)).toEqual([
      0, 0, 0, 0, 250, 500, 750, 1000, 1250, 1500, 1750, 2000,
    ]);
  });

  it('allows at most one second’s worth of requests at once after an idle time', async () => {
    const clock = virtualClock();
    const rate = rateLimit(() => 2, clock);
    await clock.sleep(60_000);
    const start = clock.mono();
    for (let index = 0; index < 4; index++) await rate.take(never);
    expect(clock.mono() - start).toBe(1000);
  });

  it('supports rates below one per second', async () => {
    const clock = virtualClock();
    const rate = rateLimit(() => 0.5, clock);
    for (let index = 0; index < 3; index++) await rate.take(never);
    expect(clock.mono()).toBe(4000);
  });

  it('follows a limit that changes while a request waits', async () => {
    const clock = virtualClock();
    const rate = rateLimit(() => (clock.mono() < 2000 || clock.mono() > 2500 ? 0.1 : 50), clock);
    const left: number[] = [];
    for (let index = 0; index < 30; index++) {
      await rate.take(never);
      left.push(clock.mono());
    }
    // the second request waits for the higher limit, and the last ones for the lower one
    expect(left[0]).toBe(0);
    expect(left[1]).toBeGreaterThanOrEqual(2000);
    expect(left[1]).toBeLessThanOrEqual(2100);
    expect(left.filter((at) => at <= 2500)).toHaveLength(26);
    expect((left[29] ?? 0) - (left[28] ?? 0)).toBeGreaterThanOrEqual(10_000);
  });

  it('sends the next request in place of an aborted one', async () => {
    const clock = virtualClock();
    const rate = rateLimit(() => 1, clock);
    const stop = new AbortController();
    const first = rate.take(never);
    const aborted = rate.take(stop.signal);
    const last = rate.take(never);
    stop.abort();
    expect(await aborted).toBe(false);
    expect(await first).toBe(true);
    expect(await last).toBe(true);
    expect(clock.mono()).toBe(1000);
    expect(await rate.take(stop.signal)).toBe(false);
  });
});
