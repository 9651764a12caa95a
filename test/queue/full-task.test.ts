import { describe, expect, it } from 'vitest';
import { openHarness } from './harness.ts';

describe('F15 a task that lists 20 executions', () => {
  it('is not executed again, because the service lists at most 20 and may hide an older execution; the job is held', async () => {
    const harness = await openHarness();
    harness.demo.inject({ on: 'execute', times: 1, kind: 'server-error' });
    const job = await harness.admit();
    await harness.until(job, 'held');
    const [lost] = harness.executions(job);
    for (let n = 0; n < 20; n += 1) {
      await harness.executeElsewhere(job);
    }
    harness.ledger.executions.askAgain(lost?.id ?? 0);
    harness.goOn(job);
    // all executions are paid for, so all are downloaded
    await harness.until(job, 'done');
    expect(harness.delivered(job)).toHaveLength(20);

    const sent = harness.asked('execute');
    await harness.admit({ again: true });
    expect(await harness.until(job, 'held')).toBe('execution-limit-of-task');
    expect(harness.asked('execute')).toBe(sent);
    expect(harness.executions(job)).toHaveLength(20);
  });
});
