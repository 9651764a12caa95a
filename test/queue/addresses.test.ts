import { expect, it } from 'vitest';
import { openHarness } from './harness.ts';

it('F36 an image that never gets an address is eventually held', async () => {
  const harness = await openHarness({ demo: { speed: { executionMs: 3_000_000, jitterMs: 0 } } });
  // an unfinished image looks like a success without an address
  harness.demo.inject({ on: 'query', kind: 'unknown-status', status: 'Success' });
  const job = await harness.admit();
  expect(await harness.until(job, 'held')).toBe('download-no-address');
  expect(harness.bought()).toBe(1);
});

it('F36 an image whose address no longer exists is held, and delivered when the user retries it', async () => {
  const harness = await openHarness();
  harness.demo.inject({ on: 'image', kind: 'not-found' });
  const job = await harness.admit();
  expect(await harness.until(job, 'held')).toBe('download-failed');
  const asked = harness.asked('query');
  // each time the address did not exist, Darkslide asked the service for a new address
  expect(asked).toBeGreaterThan(3);
  harness.demo.clearFaults();
  harness.goOn(job);
  await harness.until(job, 'done');
  expect(harness.bought()).toBe(1);
});
