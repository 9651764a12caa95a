import * as v from 'valibot';
import { causeText, failure } from '#shared/problem.ts';
import type { Outcome } from '#shared/problem.ts';
import { openPort } from '../../base/parent-port.ts';
import { refusalProblem } from '../../base/regular-file.ts';
import { orderSchema } from '../protocol.ts';
import type { Answer, Order, Work } from '../protocol.ts';
import { check } from './check.ts';
import { exportPicture } from './export.ts';
import { keptArea } from './kept-area.ts';
import { lookAtMask, mask } from './mask.ts';
import { loadMask } from './mask-region.ts';
import { originalPixels } from './original-pixels.ts';
import { prepare } from './prepare.ts';
import { probe } from './probe.ts';
import { pyramid } from './pyramid.ts';
import { releaseMemory, restrictSharp } from './limits.ts';
import { thumbnail } from './thumbnail.ts';

/** The image process: takes one order after the other and answers each, until its studio is gone. */
restrictSharp();
const port = openPort(() => process.exit(0));

port.onMessage((message) => {
  const order = v.safeParse(orderSchema, message);
  if (order.success) void answer(order.output);
  else refuse(message);
});

async function answer({ id, work }: Order): Promise<void> {
  const outcome = await attempt(work);
  releaseMemory();
  port.send({ id, outcome, rss: process.memoryUsage.rss() } satisfies Answer);
}

/** An order that makes no sense is a mistake of the studio's; its sender must not wait for nothing. */
function refuse(message: unknown): void {
  const named = v.safeParse(v.object({ id: v.number() }), message);
  if (!named.success) return;
  const outcome = failure(
    'internal',
    'The image process was asked for something it does not know.',
  );
  port.send({ id: named.output.id, outcome, rss: process.memoryUsage.rss() } satisfies Answer);
}

async function attempt(work: Work): Promise<Outcome<unknown>> {
  try {
    return await perform(work);
  } catch (error) {
    const refusal = refusalProblem(error, 'path' in work ? work.path : work.request.source);
    if (refusal !== null) return { ok: false, problem: refusal };
    return failure('internal', 'Darkslide could not work on the photo: a mistake of its own.', {
      detail: causeText(error),
    });
  }
}

function perform(work: Work): Promise<Outcome<unknown>> {
  switch (work.kind) {
    case 'probe':
      return probe(work.path);
    case 'prepare':
      return prepare(work.request);
    case 'mask':
      return mask(work.request);
    case 'look-at-mask':
      return lookAtMask(work.request);
    case 'load-mask':
      return loadMask(work.request);
    case 'kept-area':
      return keptArea(work.request);
    case 'composite':
      return originalPixels(work.request);
    case 'check':
      return check(work.path, work.expect);
    case 'thumbnail':
      return thumbnail(work.request);
    case 'pyramid':
      return pyramid(work.request);
    case 'export':
      return exportPicture(work.request);
  }
}
