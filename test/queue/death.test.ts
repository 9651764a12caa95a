import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { harnessAfter } from './harness.ts';

/**
 * Title; moment of the kill; states of the executions in the ledger after the kill; number of execute requests that
 * have arrived at the time of the kill, and in the end.
 */
const deaths = [
  ['F01 killed before INTENT: continues, nothing was sent', 'before', 'intend', [], 0, 1],
  ['F02 killed between INTENT and SENDING: sends once', 'before', 'sending', ['intent'], 0, 1],
  [
    'F03 killed after SENDING, before the request leaves: held, not sent again',
    'after',
    'sending',
    ['sending'],
    0,
    0,
  ],
  [
    'F04 F05 killed after the answer, before its commit: the execution is found and used',
    'before',
    'started',
    ['sending'],
    1,
    1,
  ],
] as const;

it.each(deaths)('%s', async (_, at, commit, left, sentBefore, sent) => {
  const then = { left: [] as string[], sentBefore: 0 };
  const harness = await harnessAfter(
    { death: { at, commit } },
    {
      before({ executions }, demo) {
        then.left = executions.ofJob(1).map(({ state }) => state);
        then.sentBefore = demo.records().requests['execute'] ?? 0;
      },
    },
  );
  const isHeld = sent === 0;
  expect(await harness.until(1, isHeld ? 'held' : 'done')).toBe(
    isHeld ? 'execution-unknown' : null,
  );
  expect({ ...then, sent: harness.asked('execute') }).toEqual({ left, sentBefore, sent });
  expect(harness.executions(1)).toHaveLength(1);
  expect(await readdir(join(harness.folder, 'out'))).toHaveLength(isHeld ? 0 : 1);
});
