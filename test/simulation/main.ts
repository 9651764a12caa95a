import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import type { Message, Order } from './worker.ts';

/**
 * Simulates histories of the whole program, as `npm run simulate [-- --seeds N] [--from S] [--photos P]
 * [--customs C]`. Each seed from S gives one history with P photos and C custom models and scenes; all cores
 * are used. Prints every failure in its shortest form, and the figures. Fails if any history fails.
 */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
    photos: { type: 'string', default: '20' },
    customs: { type: 'string', default: '4' },
  },
});
const seeds = whole('seeds');
const from = whole('from');
const size = { photos: whole('photos'), customs: whole('customs') };

const sums = new Map<string, number>();
const failed: number[] = [];
const begun = performance.now();
let shown = begun;

const add = (figures: Readonly<Record<string, number>>) => {
  for (const [name, n] of Object.entries(figures)) sums.set(name, (sums.get(name) ?? 0) + n);
};
const rate = () => ((sums.get('seeds') ?? 0) / (performance.now() - begun)) * 1000;

const on = (message: Message) => {
  if (message.kind === 'failed') {
    failed.push(message.seed);
    console.log(message.report);
    return;
  }
  const { states, faults, ...rest } = message.figures;
  add({ seeds: 1, ...rest, ...states, ...faults });
  if (performance.now() - shown < 10_000) return;
  shown = performance.now();
  const [ran, executed, died] = ['seeds', 'executions', 'deaths'].map((name) => sums.get(name));
  console.log(
    `${ran} seeds, ${executed} executions, ${died} deaths, ${failed.length} failed; ${rate().toFixed(0)} seeds a second`,
  );
};

/**
 * Number of seeds per worker. A life that crashes never ends its waits, which takes about 50 kB per seed
 * until the process exits.
 */
const SHARE = 2000;

let next = from;
const end = from + seeds;
const workers = Math.min(availableParallelism(), seeds);
await Promise.all(Array.from({ length: workers }, workThrough));

/** Runs one worker after the other, each with its share of the seeds, until no seeds are left. */
async function workThrough(): Promise<void> {
  while (next < end) {
    const order: Order = { from: next, to: Math.min(end, next + share()), ...size };
    next = order.to;
    // dates are local, and a seed must give the same history everywhere
    const worker = fork(new URL('worker.ts', import.meta.url), {
      env: { ...process.env, TZ: 'UTC' },
    });
    worker.on('message', on);
    worker.send(order);
    const [code] = (await once(worker, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`A worker ended with ${code}.`);
  }
}

/**
 * Returns the size of the next share. The last shares are small, so that all workers end at about the same
 * time.
 */
function share(): number {
  return Math.min(SHARE, Math.ceil((end - next) / workers));
}

for (const [name, value] of sums) console.log(`${name.padEnd(30)} ${Math.round(value)}`);
console.log(`${rate().toFixed(0)} seeds a second with ${workers} processes`);
const which = failed.length === 0 ? 'none failed' : `failed ${failed.join(', ')}`;
console.log(
  `seeds ${from} to ${from + seeds - 1} of ${size.photos} photos and ${size.customs} custom models or scenes: ${which}`,
);
process.exitCode = failed.length === 0 ? 0 : 1;

function whole(name: keyof typeof values): number {
  const number = Number(values[name]);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new Error(`--${name} takes a whole number above 0, not ${values[name]}.`);
}
