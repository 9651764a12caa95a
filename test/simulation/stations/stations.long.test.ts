import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { failureOfStations } from './seeds.ts';

// dates are local, and a seed must give the same history everywhere
beforeAll(() => void vi.stubEnv('TZ', 'UTC'));
afterAll(() => void vi.unstubAllEnvs());

/** Number of seeds per test. */
const SEEDS = 100;

it.each(Array.from({ length: 8 }, (_, at) => at * SEEDS + 1))(
  'stations buy nothing twice, lose nothing and keep the limits: 100 seeds from %i',
  async (from) => expect(await failureOfStations(from, SEEDS, { stations: 3, photos: 4 })).toBe(''),
);

it('without faults, stations buy each photo exactly once: 100 seeds', async () => {
  const size = { stations: 3, photos: 4, isCalm: true } as const;
  expect(await failureOfStations(1, SEEDS, size)).toBe('');
});

it('stations that freeze between a claim and its request buy nothing twice: 200 seeds', async () => {
  const size = { stations: 3, photos: 4, isFrozenAtClaims: true } as const;
  expect(await failureOfStations(1, 200, size)).toBe('');
});
