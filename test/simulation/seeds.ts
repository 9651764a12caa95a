import { run, type RunOptions, type RunResult } from './run.ts';
import { report, shrink } from './shrink.ts';

/** Numbers of so many photos. */
export const photos = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);

/** A history of a seed and so many photos. */
export const history = (seed: number, count: number): Promise<RunResult> =>
  run({ seed, photos: photos(count) });

/** Runs `seeds` histories from a seed on; the first that fails, shrunk, or nothing. */
export async function failureOf(from: number, seeds: number, count: number): Promise<string> {
  for (let seed = from; seed < from + seeds; seed += 1) {
    const options: RunOptions = { seed, photos: photos(count) };
    const result = await run(options);
    if (result.breaches.length > 0) return report(await shrink(options, result));
  }
  return '';
}
