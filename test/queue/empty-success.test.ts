import { expect, it } from 'vitest';
import { openHarness } from './harness.ts';

const HOUR = 3_600_000;

it('C7 an execution that the service reports as successful without results fails after three such answers', async () => {
  const harness = await openHarness({ limits: { executionDeadline: 1000 * HOUR } });
  harness.demo.inject({ kind: 'no-results', on: 'query' });
  const job = await harness.admit();
  expect(await harness.until(job, 'failed')).toBe('execution-failed');
  const [execution] = harness.executions(job);
  expect(execution).toMatchObject({ state: 'finished', emptySuccesses: 2 });
  expect(harness.job(job).problem?.message).toContain('reported success but returned no image');
  expect(harness.bought()).toBe(1);
});

it('C7 after two empty answers, an image that appears later is delivered', async () => {
  const harness = await openHarness();
  harness.demo.inject({ kind: 'no-results', on: 'query', times: 3 });
  await harness.done();
  expect(harness.bought()).toBe(1);
});
