import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { run } from './run.ts';
import { report, shrink } from './shrink.ts';

// days are local ones, and a seed is to mean the same everywhere
beforeAll(() => void vi.stubEnv('TZ', 'UTC'));
afterAll(() => void vi.unstubAllEnvs());

const photos = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

/** Runs a seed; the history of a failure, shrunk, or nothing. */
async function failureOf(seed: number, count: number): Promise<string> {
  const options = { seed, photos: photos(count) };
  const result = await run(options);
  return result.breaches.length === 0 ? '' : report(await shrink(options, result));
}

describe('the whole queue under crashes and faults', () => {
  it('F01 to F06: the same seed gives the same history', async () => {
    const first = await run({ seed: 7, photos: photos(20) });
    const second = await run({ seed: 7, photos: photos(20) });
    expect(second).toEqual(first);
    expect(first.story.length).toBeGreaterThan(20);
  });

  it.each(Array.from({ length: 6 }, (_, at) => at * 50 + 1))(
    'buys nothing twice and loses nothing: 50 seeds of 8 photos from %i',
    async (from) => {
      for (let seed = from; seed < from + 50; seed += 1) expect(await failureOf(seed, 8)).toBe('');
    },
  );
});
