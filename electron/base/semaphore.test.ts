import fc from 'fast-check';
import { expect, it } from 'vitest';
import { KeyedMutex, Semaphore } from './semaphore.ts';

it('a semaphore admits the highest priority first, then in order of arrival, and never exceeds the limit', async () => {
  const places = new Semaphore<number>(1);
  const order: number[] = [];
  const enter = async (holder: number, priority: number) => {
    if (await places.enter(holder, { priority })) order.push(holder);
  };
  const all = [enter(1, 0), enter(2, 0), enter(3, 10), enter(4, 0)];
  expect(places.waiting()).toBe(3);
  for (const leaving of [1, 3, 2]) {
    await Promise.resolve();
    places.leave(leaving);
  }
  await Promise.all(all);
  expect(order).toEqual([1, 3, 2, 4]);
});

it('a semaphore counts holders beyond the limit', async () => {
  const places = new Semaphore<number>(1);
  places.hold(1);
  places.hold(2);
  let entered = false;
  const third = places.enter(3).then((ok) => (entered = ok));
  places.leave(1);
  await Promise.resolve();
  expect(entered).toBe(false);
  places.leave(2);
  await third;
  expect(entered).toBe(true);
});

it('a semaphore admits waiters when the limit rises', async () => {
  let limit = 1;
  const places = new Semaphore<number>(() => limit);
  places.hold(1);
  const waiting = [places.enter(2), places.enter(3)];
  limit = 2;
  places.admit();
  expect(await waiting[0]).toBe(true);
  expect(places.waiting()).toBe(1);
});

it('a semaphore handles a waiter that aborts, and a holder that leaves twice', async () => {
  const places = new Semaphore<number>(1);
  places.hold(1);
  const stop = new AbortController();
  const waiting = places.enter(2, { signal: stop.signal });
  stop.abort();
  expect(await waiting).toBe(false);
  expect(await places.enter(3, { signal: stop.signal })).toBe(false);
  expect(places.waiting()).toBe(0);
  places.leave(1);
  places.leave(1);
  expect(await places.enter(4)).toBe(true);
  expect(await places.enter(4)).toBe(true);
  void places.enter(5);
  expect(places.waiting()).toBe(1);
});

it('a semaphore never runs more work at the same time than the limit, and completes all of it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.boolean(), { maxLength: 25 }),
      async (limit, fails) => {
        const places = new Semaphore(limit);
        let now = 0;
        let most = 0;
        const outcomes = await Promise.allSettled(
          fails.map((fail) =>
            places.run(async () => {
              now += 1;
              most = Math.max(most, now);
              await new Promise((resolve) => setImmediate(resolve));
              now -= 1;
              if (fail) throw new Error('failed');
            }),
          ),
        );
        expect(most).toBeLessThanOrEqual(limit);
        expect(outcomes.map((o) => o.status === 'rejected')).toEqual(fails);
      },
    ),
    { numRuns: 30 },
  );
});

it('a keyed mutex runs work with the same key in order, and with different keys in parallel', async () => {
  const mutex = new KeyedMutex();
  const told: string[] = [];
  const first = Promise.withResolvers<void>();
  const runs = [
    mutex.run('a', () => first.promise.then(() => told.push('a1'))),
    mutex.run('a', () => Promise.resolve(told.push('a2'))),
  ];
  await mutex.run('b', () => Promise.resolve(told.push('b')));
  first.resolve();
  await Promise.all(runs);
  expect(told).toEqual(['b', 'a1', 'a2']);
  await expect(mutex.run('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await mutex.run('a', () => Promise.resolve('after it'))).toBe('after it');
});
