import { describe, expect, it } from 'vitest';
import { openHarness } from './harness.ts';

describe('a query about a running execution', () => {
  it('F85 is refused because of the key: everything waits, and continues with the new key', async () => {
    const harness = await openHarness();
    // the first query, before the execute request, succeeds
    harness.demo.inject({ on: 'query', after: 1, times: 1, kind: 'unauthorised' });
    const job = await harness.admit();
    await harness.poll(harness.closed).toEqual([['service', 'service-unauthorised']]);
    await harness.runner.reopen();
    await harness.until(job, 'done');
    expect([harness.bought(), harness.asked('execute')]).toEqual([1, 1]);
  });

  it('F85 finds no such execution: held with the service’s message, and resumed on request', async () => {
    const harness = await openHarness();
    const text = 'There is no such execution.';
    harness.demo.inject({ on: 'query', after: 1, kind: 'refused', status: 404, text });
    const job = await harness.admit();
    await harness.until(job, 'held');
    expect(harness.job(job).problem?.message).toContain(text);
    harness.demo.clearFaults();
    harness.goOn(job);
    await harness.until(job, 'done');
    expect([harness.bought(), harness.asked('execute')]).toEqual([1, 1]);
  });
});
