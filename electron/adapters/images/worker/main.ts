import * as v from 'valibot';
import { failure } from '#shared/problem.ts';
import { openPort } from '../../../base/parent-port.ts';
import { orderSchema } from '../protocol.ts';
import type { Answer, Order } from '../protocol.ts';
import { releaseMemory, restrictSharp } from './limits.ts';
import { perform } from './perform.ts';
import { RawPreviews } from './raw-preview.ts';

/** The image process: takes one order after the other and answers each, until its studio is gone. */
restrictSharp();
const raws = new RawPreviews();
const port = openPort(() => void raws.close().finally(() => process.exit(0)));

port.onMessage((message) => {
  const order = v.safeParse(orderSchema, message);
  if (order.success) void answer(order.output);
  else refuse(message);
});

async function answer({ id, work }: Order): Promise<void> {
  const outcome = await perform(raws, work);
  releaseMemory();
  port.send({ id, outcome, rss: process.memoryUsage.rss() } satisfies Answer);
}

/** An order that makes no sense is a mistake of the studio's; its sender must not wait for nothing. */
function refuse(message: unknown): void {
  const named = v.safeParse(v.object({ id: v.number() }), message);
  if (!named.success) return;
  const outcome = failure('internal', 'The image process received an unknown request.');
  port.send({ id: named.output.id, outcome, rss: process.memoryUsage.rss() } satisfies Answer);
}
