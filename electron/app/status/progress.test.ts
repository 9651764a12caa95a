import { expect, it } from 'vitest';
import { noLimits } from '#shared/spending-limits.ts';
import { freshLedger, takeIn } from '../../../test/fixtures/fresh-ledger.ts';
import { estimate, noPace, observe } from '../../engine/queue/pace.ts';
import { progressOf } from './progress.ts';
import { studioSpending } from './spending.ts';

const MINUTE = 60_000;

/** A pace of ten photos in the last ten minutes, with one photo still running. */
const pace = observe(observe(noPace, 0, 1), 10 * MINUTE, 1, 10);
const queueWith = (limits: ReadonlyMap<number, 'studio' | 'folder'>) => ({
  limited: () => limits,
  estimate: (left: number) => estimate(pace, 10 * MINUTE, left),
});

it('B5 shows the time left, but not while a limit or a pause stops all work', async () => {
  const { ledger } = await freshLedger();
  const [first = 0] = ['a', 'b', 'c'].map((sha256) => takeIn(ledger, { sha256 }));
  const free = queueWith(new Map());
  const under = (imagesPerDay: number | null) =>
    studioSpending(ledger, { ...noLimits, imagesPerDay });
  const told = { limited: 0, limit: null, estimate: { perHour: 60, timeLeft: 3 * MINUTE } };
  expect(progressOf({ ledger, queue: free }, under(null))).toEqual(told);
  expect(progressOf({ ledger, queue: free }, under(4))).toEqual(told);

  const images = { jobId: first, run: 1, taskId: 'task', agent: 'removeBG', images: 4 };
  ledger.executions.sending(ledger.executions.intend(images));
  // The job that was sent is paid for and is no longer waiting.
  const limit = { name: 'imagesPerDay', per: 'day', unit: 'images', amount: 4 };
  const stopped = { limited: 2, limit, estimate: null };
  expect(progressOf({ ledger, queue: free }, under(4))).toEqual(stopped);
  const parked = queueWith(new Map([[0, 'studio']]));
  expect(progressOf({ ledger, queue: parked }, under(5))).toEqual({
    ...stopped,
    limit: { ...limit, amount: 5 },
  });

  // Photos that wait for their own folder's limit are not counted, so only the running photo is left.
  const full = queueWith(new Map([[0, 'folder']]));
  const running = { limited: 0, limit: null, estimate: { perHour: 60, timeLeft: MINUTE } };
  expect(progressOf({ ledger, queue: full }, under(null))).toEqual(running);

  expect(progressOf({ ledger, queue: free }, under(null))).toEqual(told);
  ledger.pauses.pauseAll();
  expect(progressOf({ ledger, queue: free }, under(null))).toEqual({
    limited: 0,
    limit: null,
    estimate: null,
  });
});
