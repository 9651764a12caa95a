import { describe, expect, it } from 'vitest';
import { openHarness } from './harness.ts';

const HOUR = 3_600_000;

describe('F88 an execution that doesn’t end', () => {
  it.each(['in the same run of the program', 'after a restart'])(
    'gets the full deadline again when the user retries the job, %s',
    async (when) => {
      let harness = await openHarness({
        demo: { speed: { executionMs: 150_000, jitterMs: 0 } },
        limits: { executionDeadline: 100_000 },
      });
      const job = await harness.admit();
      expect(await harness.until(job, 'held')).toBe('execution-deadline');
      if (when === 'after a restart') harness = await harness.restart();
      harness.goOn(job);
      await harness.until(job, 'done');
      expect(harness.bought()).toBe(1);
    },
  );

  it('F30 is queried before the job is held if it only seems overdue because the computer slept', async () => {
    const harness = await openHarness({ demo: { speed: { executionMs: 70_000, jitterMs: 0 } } });
    const job = await harness.admit();
    const isStarted = () => harness.executions(job)[0]?.state === 'started';
    await harness.poll(isStarted).toBe(true);
    await harness.poll(() => harness.demo.records().executions[0]?.status).toBe('Success');
    harness.clock.machineSleeps(9 * HOUR);
    await harness.until(job, 'done');
    expect(harness.bought()).toBe(1);
  });
});
