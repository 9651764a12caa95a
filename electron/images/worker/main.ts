import * as v from 'valibot';
import { causeText, failure } from '#shared/problem.ts';
import type { Outcome } from '#shared/problem.ts';
import { orderSchema } from '../protocol.ts';
import type { Answer, Work } from '../protocol.ts';
import { check } from './check.ts';
import { mask } from './mask.ts';
import { openPort } from './port.ts';
import { prepare } from './prepare.ts';
import { probe } from './probe.ts';
import { releaseMemory, restrictSharp } from './limits.ts';
import { thumbnail } from './thumbnail.ts';

/** The image process: takes one order after the other and answers each, until its studio is gone. */
restrictSharp();
const port = openPort();

port.onMessage((message) => {
  const order = v.safeParse(orderSchema, message);
  if (!order.success) return;
  const { id, work } = order.output;
  void attempt(work).then((outcome) => {
    releaseMemory();
    port.send({ id, outcome, rss: process.memoryUsage.rss() } satisfies Answer);
  });
});

async function attempt(work: Work): Promise<Outcome<unknown>> {
  try {
    return await perform(work);
  } catch (error) {
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
    case 'check':
      return check(work.path, work.expect);
    case 'thumbnail':
      return thumbnail(work.request);
  }
}
