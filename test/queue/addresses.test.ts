import { afterEach, expect, it } from 'vitest';
import { openDesk, type Desk } from './desk.ts';

let desk: Desk;
afterEach(() => desk.close());

it('F36 an image that never gets an address is held in the end', async () => {
  desk = await openDesk({ demo: { speed: { executionMs: 30_000, jitterMs: 0 } } });
  // what is still being made is shown as a success without an address
  desk.demo.inject({ on: 'query', kind: 'unknown-status', status: 'Success' });
  const job = await desk.admit();
  expect(await desk.until(job, 'held')).toBe('download-failed');
  expect(desk.bought()).toBe(1);
});
