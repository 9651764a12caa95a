import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { failureOf } from './seeds.ts';

// dates are local, and a seed must give the same history everywhere
beforeAll(() => void vi.stubEnv('TZ', 'UTC'));
afterAll(() => void vi.unstubAllEnvs());

/** Number of seeds per test. */
const SEEDS = 250;

it.each(Array.from({ length: 8 }, (_, at) => at * SEEDS + 1))(
  'the program buys and creates nothing twice and loses nothing: 250 seeds from %i',
  async (from) => expect(await failureOf(from, SEEDS, { photos: 12, customs: 3 })).toBe(''),
);
