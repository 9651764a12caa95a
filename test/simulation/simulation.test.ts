import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { run } from './run.ts';
import { failureOf, optionsOf } from './seeds.ts';
import { report, shrink } from './shrink.ts';

// dates are local, and a seed must give the same history everywhere
beforeAll(() => void vi.stubEnv('TZ', 'UTC'));
afterAll(() => void vi.unstubAllEnvs());

describe('the whole program under crashes and faults', () => {
  it('gives the same history for the same seed', async () => {
    const first = await run(optionsOf(7, { photos: 20, customs: 4 }));
    const second = await run(optionsOf(7, { photos: 20, customs: 4 }));
    expect(second).toEqual(first);
    expect(first.story.length).toBeGreaterThan(20);
    expect(first.figures.deaths).toBeGreaterThan(0);
  });

  // takes more than a few seconds only on a failure, which is shrunk
  it('buys and creates nothing twice and loses nothing: 40 seeds', async () => {
    expect(await failureOf(1, 40, { photos: 6, customs: 2 })).toBe('');
  }, 180_000);
});

it.each([
  [4008, 'sends what was reserved before the limit was lowered, and nothing more'],
  [22_928, 'reports a request that is processed after its job has ended'],
  [290_447, 'reports such a request at a later check if the ledger was full at the first check'],
])(
  'seed %i, which failed once: %s',
  async (seed) => expect(await failureOf(seed, 1, { photos: 8, customs: 0 })).toBe(''),
  180_000,
);

it.each([
  [20_021, 'finds what the first copy of a request has created if the second copy was refused'],
  [20_514, 'finds a model by the addresses in its request after the photos were uploaded again'],
  [35_654, 'keeps the reason of a refusal that comes while the limits change'],
  [36_292, 'finds a model that was created late as soon as the service lists its photos'],
  [37_116, 'finds such a model if no answer lists its photos for a while'],
  [37_315, 'finds such a model after a crash'],
  [46_482, 'finds such a scene'],
])(
  'seed %i with custom models, which failed once: %s',
  async (seed) => expect(await failureOf(seed, 1, { photos: 20, customs: 4 })).toBe(''),
  180_000,
);

describe('a ledger that forgets at a crash what was being sent', () => {
  it.each([
    // the crash of this seed does not depend on many photos, so its history can become short
    ['sent again in doubt', 8, { photos: 10, customs: 0 }],
    ['created again in doubt', 1, { photos: 0, customs: 8 }],
  ])(
    'is found, and its history shrinks to the necessary steps: %s',
    async (breach, first, size) => {
      const forgetful = (number: number) => ({ ...optionsOf(number, size), isForgetful: true });
      let seed = first;
      let found = await run(forgetful(seed));
      while (!found.breaches.join().includes(breach) && seed < 50) {
        seed += 1;
        found = await run(forgetful(seed));
      }
      expect(found.breaches.join()).toContain(breach);

      const { options, result } = await shrink(forgetful(seed), found);
      expect(result.breaches.join()).toContain(breach);
      expect(options.photos.length + options.customs.length).toBeLessThanOrEqual(4);
      expect(result.struck.length).toBeLessThan(found.struck.length / 2);
      expect(await run(options)).toEqual(result);
      expect(report({ options, result })).toContain(`seed ${seed}, shrunk to`);
    },
    120_000,
  );
});
