import { afterEach, expect, it } from 'vitest';
import { openDesk, type Desk } from './desk.ts';

let desk: Desk;
afterEach(() => desk.close());

it('F36 an image that never gets an address is held in the end', async () => {
  desk = await openDesk({ demo: { speed: { executionMs: 3_000_000, jitterMs: 0 } } });
  // what is still being made is shown as a success without an address
  desk.demo.inject({ on: 'query', kind: 'unknown-status', status: 'Success' });
  const job = await desk.admit();
  expect(await desk.until(job, 'held')).toBe('download-no-address');
  expect(desk.bought()).toBe(1);
});

it('F36 an image whose address is gone for good is held, and brought when a person says so', async () => {
  desk = await openDesk();
  desk.demo.inject({ on: 'image', kind: 'not-found' });
  const job = await desk.admit();
  expect(await desk.until(job, 'held')).toBe('download-failed');
  const asked = desk.demo.books().requests['query'] ?? 0;
  // each time it was gone, the service was asked for another address
  expect(asked).toBeGreaterThan(3);
  desk.demo.clearFaults();
  desk.ledger.jobs.resume(job);
  desk.runner.wake();
  await desk.until(job, 'done');
  expect(desk.bought()).toBe(1);
});
