import { runStations, type StationsOptions } from './run.ts';

/**
 * Runs `seeds` histories, starting with the seed `from`. Returns the breaches and the history of the first run that
 * fails; '' if none fails.
 */
export async function failureOfStations(
  from: number,
  seeds: number,
  size: Omit<StationsOptions, 'seed'>,
): Promise<string> {
  for (let seed = from; seed < from + seeds; seed += 1) {
    const { breaches, story } = await runStations({ seed, ...size });
    if (breaches.length > 0) return [`seed ${seed}:`, ...breaches, '', ...story].join('\n');
  }
  return '';
}
