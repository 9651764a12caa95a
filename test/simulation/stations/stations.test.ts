import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { runStations } from './run.ts';
import { failureOfStations } from './seeds.ts';

// dates are local, and a seed must give the same history everywhere
beforeAll(() => void vi.stubEnv('TZ', 'UTC'));
afterAll(() => void vi.unstubAllEnvs());

it('the same seed gives the same history, in which stations adopt claims and the database loses changes', async () => {
  const options = { seed: 3, stations: 3, photos: 3 };
  const first = await runStations(options);
  expect(await runStations(options)).toEqual(first);
  expect(first.figures['adopted']).toBeGreaterThan(0);
  expect(first.figures['restores']).toBe(1);
});

it('without faults, stations buy each photo exactly once: 6 seeds', async () => {
  expect(await failureOfStations(1, 6, { stations: 2, photos: 3, isCalm: true })).toBe('');
}, 180_000);

it('stations buy nothing twice, lose nothing and keep the limits: 12 seeds', async () => {
  expect(await failureOfStations(1, 12, { stations: 2, photos: 3 })).toBe('');
}, 180_000);

it('a station that was alive until a moment ago keeps the slot of an old claim', async () => {
  expect(await failureOfStations(1156, 1, { stations: 3, photos: 3 })).toBe('');
});

// some of these seeds fail if the lease is not checked before the first byte of a request
it('stations that freeze between a claim and its request buy nothing twice: 8 seeds', async () => {
  const size = { stations: 2, photos: 3, isFrozenAtClaims: true } as const;
  expect(await failureOfStations(9, 8, size)).toBe('');
}, 180_000);
