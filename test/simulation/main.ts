import { parseArgs } from 'node:util';
import { run } from './run.ts';

/**
 * `npm run simulate [-- --seeds N --from S --photos P]`: that many histories of the whole queue, one
 * for each seed. Prints what was broken under its seed, and the figures of all; exit 1 when a promise
 * was broken.
 */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '50' },
    from: { type: 'string', default: '1' },
    photos: { type: 'string', default: '20' },
  },
});
const [seeds, from, count] = [values.seeds, values.from, values.photos].map(Number);
const photos = Array.from({ length: count ?? 0 }, (_, at) => at + 1);

const begun = performance.now();
const sums = new Map<string, number>();
const add = (name: string, value: number) => sums.set(name, (sums.get(name) ?? 0) + value);

for (let at = 0; at < (seeds ?? 0); at += 1) {
  const seed = (from ?? 0) + at;
  const { breaches, story, figures } = await run({ seed, photos });
  const { states, ...others } = figures;
  for (const [name, value] of Object.entries({ ...others, ...states })) add(name, value);
  if (breaches.length === 0) continue;
  process.exitCode = 1;
  console.log(`seed ${seed}:\n  ${breaches.join('\n  ')}\n${story.slice(-40).join('\n')}`);
}

const seconds = (performance.now() - begun) / 1000;
console.log(Object.fromEntries([...sums].map(([name, sum]) => [name, Math.round(sum)])));
console.log(`${seeds} seeds in ${seconds.toFixed(1)} s`);
