import { run, type Figures, type RunOptions } from './run.ts';
import { report, shrink } from './shrink.ts';

/** Seeds from `from` up to below `to`. */
export interface Order {
  readonly from: number;
  readonly to: number;
  readonly photos: number;
}

export type Message =
  | { readonly kind: 'ran'; readonly figures: Figures }
  | { readonly kind: 'failed'; readonly seed: number; readonly report: string };

// deaths and lost connections are errors by the thousand, and nobody reads where they were made
Error.stackTraceLimit = 0;

const send = (message: Message) => process.send?.(message);

process.once('message', (order: Order) => {
  void work(order).then(() => process.disconnect());
});

async function work({ from, to, photos }: Order): Promise<void> {
  const numbers = Array.from({ length: photos }, (_, at) => at + 1);
  for (let seed = from; seed < to; seed += 1) {
    try {
      await one({ seed, photos: numbers });
    } catch (error) {
      send({
        kind: 'failed',
        seed,
        report: `seed ${seed}: the simulation failed: ${String(error)}`,
      });
    }
  }
}

async function one(options: RunOptions): Promise<void> {
  const result = await run(options);
  send({ kind: 'ran', figures: result.figures });
  if (result.breaches.length === 0) return;
  send({ kind: 'failed', seed: options.seed, report: report(await shrink(options, result)) });
}
