import * as v from 'valibot';
import { failure } from '#shared/failure.ts';
import { openPort } from '../../../base/parent-port.ts';
import { orderSchema } from '../protocol.ts';
import type { Answer, Order } from '../protocol.ts';
import { releaseMemory, restrictSharp } from './limits.ts';
import { perform } from './perform.ts';
import { RawPreviews } from './raw-preview.ts';

/** The image process: runs one request after another and answers each, until the main process disconnects. */
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

/**
 * Answers an invalid request, which only a bug in the main process can cause, so that the main
 * process does not wait forever.
 */
function refuse(message: unknown): void {
  const named = v.safeParse(v.object({ id: v.number() }), message);
  if (!named.success) return;
  const outcome = failure('internal.image-process');
  port.send({ id: named.output.id, outcome, rss: process.memoryUsage.rss() } satisfies Answer);
}
