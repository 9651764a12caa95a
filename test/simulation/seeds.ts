import { run, type RunOptions } from './run.ts';
import { report, shrink } from './shrink.ts';

/** Number of photos and of custom models and scenes in a run. */
export interface Size {
  readonly photos: number;
  readonly customs: number;
}

/** Returns the options for a seed, with these numbers of photos and of custom models and scenes. */
export function optionsOf(seed: number, { photos, customs }: Size): RunOptions {
  return { seed, photos: numbers(photos), customs: numbers(customs) };
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);

/**
 * Runs `seeds` histories, starting with the seed `from`. Returns the first failure in its shortest form; ''
 * if none fails.
 */
export async function failureOf(from: number, seeds: number, size: Size): Promise<string> {
  for (let seed = from; seed < from + seeds; seed += 1) {
    const options = optionsOf(seed, size);
    const result = await run(options);
    if (result.breaches.length > 0) return report(await shrink(options, result));
  }
  return '';
}
