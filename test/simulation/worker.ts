import { run, type Figures, type RunOptions } from './run.ts';
import { optionsOf, type Size } from './seeds.ts';
import { report, shrink } from './shrink.ts';

/** The seeds from `from` up to but excluding `to`. */
export interface Order extends Size {
  readonly from: number;
  readonly to: number;
}

export type Message =
  | { readonly kind: 'ran'; readonly figures: Figures }
  | { readonly kind: 'failed'; readonly seed: number; readonly report: string };

// crashes and lost connections cause thousands of errors, whose stacks nobody reads
Error.stackTraceLimit = 0;

const send = (message: Message) => process.send?.(message);

process.once('message', (order: Order) => {
  void work(order).then(() => process.disconnect());
});

async function work({ from, to, ...size }: Order): Promise<void> {
  for (let seed = from; seed < to; seed += 1) {
    try {
      await one(optionsOf(seed, size));
    } catch (error) {
      const report = `seed ${seed}: the simulation failed: ${String(error)}`;
      send({ kind: 'failed', seed, report });
    }
  }
}

async function one(options: RunOptions): Promise<void> {
  const result = await run(options);
  send({ kind: 'ran', figures: result.figures });
  if (result.breaches.length === 0) return;
  send({ kind: 'failed', seed: options.seed, report: report(await shrink(options, result)) });
}
