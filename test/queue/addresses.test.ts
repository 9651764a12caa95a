import { expect, it } from 'vitest';
import { openDesk } from './desk.ts';

it('F36 an image that never gets an address is held in the end', async () => {
  const desk = await openDesk({ demo: { speed: { executionMs: 3_000_000, jitterMs: 0 } } });
  // what is still being made is shown as a success without an address
  desk.demo.inject({ on: 'query', kind: 'unknown-status', status: 'Success' });
  const job = await desk.admit();
  expect(await desk.until(job, 'held')).toBe('download-no-address');
  expect(desk.bought()).toBe(1);
});

it('F36 an image whose address is gone for good is held, and brought when a person says so', async () => {
  const desk = await openDesk();
  desk.demo.inject({ on: 'image', kind: 'not-found' });
  const job = await desk.admit();
  expect(await desk.until(job, 'held')).toBe('download-failed');
  const asked = desk.asked('query');
  // each time it was gone, the service was asked for another address
  expect(asked).toBeGreaterThan(3);
  desk.demo.clearFaults();
  desk.goOn(job);
  await desk.until(job, 'done');
  expect(desk.bought()).toBe(1);
});
