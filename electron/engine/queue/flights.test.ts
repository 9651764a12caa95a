import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFlights, createPool } from './flights.ts';

const never = new AbortController().signal;

describe('flights', () => {
  it('let the highest priority in first, and never more than the limit', async () => {
    const flights = createFlights(() => 1);
    const order: number[] = [];
    const enter = async (id: number, priority: number) => {
      if (await flights.enter(id, priority, never)) order.push(id);
    };
    const all = [enter(1, 0), enter(2, 0), enter(3, 10), enter(4, 0)];
    expect(flights.waiting()).toBe(3);
    for (const leaving of [1, 3, 2]) {
      await Promise.resolve();
      flights.leave(leaving);
    }
    await Promise.all(all);
    expect(order).toEqual([1, 3, 2, 4]);
  });

  it('count what was under way before a restart, beyond the limit if need be', async () => {
    const flights = createFlights(() => 1);
    flights.assume(1);
    flights.assume(2);
    let entered = false;
    const third = flights.enter(3, 0, never).then((ok) => (entered = ok));
    flights.leave(1);
    await Promise.resolve();
    expect(entered).toBe(false);
    flights.leave(2);
    await third;
    expect(entered).toBe(true);
  });

  it('forget a waiter that gave up', async () => {
    const flights = createFlights(() => 1);
    flights.assume(1);
    const stop = new AbortController();
    const waiting = flights.enter(2, 0, stop.signal);
    stop.abort();
    expect(await waiting).toBe(false);
    expect(flights.waiting()).toBe(0);
    flights.leave(1);
    expect(await flights.enter(3, 0, never)).toBe(true);
  });
});

describe('pool', () => {
  it('never runs more than its size at once, and everything in the end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.boolean(), { maxLength: 25 }),
        async (size, fails) => {
          const pool = createPool(size);
          let now = 0;
          let most = 0;
          const outcomes = await Promise.allSettled(
            fails.map((fail) =>
              pool.run(async () => {
                now += 1;
                most = Math.max(most, now);
                await new Promise((resolve) => setImmediate(resolve));
                now -= 1;
                if (fail) throw new Error('failed');
              }),
            ),
          );
          expect(most).toBeLessThanOrEqual(size);
          expect(outcomes.map((o) => o.status === 'rejected')).toEqual(fails);
        },
      ),
      { numRuns: 30 },
    );
  });
});
