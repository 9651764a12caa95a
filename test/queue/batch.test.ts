import { describe, expect, it } from 'vitest';
import { openHarness, type Harness } from './harness.ts';

let harness: Harness;

const photos = ['lipstick-rouge.jpg', 'watch-steel.jpg', 'raccoon-face.jpg'];

async function admitAll(): Promise<number[]> {
  const jobs: number[] = [];
  for (const photo of photos) jobs.push(await harness.admit({ photo }));
  return jobs;
}

describe('during a batch', () => {
  it('F18 the key is refused: one notice, no job ends, and all continue with the new key', async () => {
    harness = await openHarness();
    harness.demo.inject({ on: 'execute', after: 1, kind: 'unauthorised', status: 403 });
    const jobs = await admitAll();
    await harness.poll(harness.closed).toEqual([['service', 'service-unauthorised']]);
    expect(harness.ledger.jobs.count()).toMatchObject({ failed: 0, held: 0 });
    harness.demo.clearFaults();
    await harness.runner.reopen();
    for (const job of jobs) await harness.until(job, 'done');
    expect(harness.bought()).toBe(photos.length);
  });

  it('B3 a key that becomes valid again is detected automatically, because nobody watches the command line', async () => {
    harness = await openHarness();
    harness.demo.inject({ on: 'execute', after: 1, kind: 'unauthorised' });
    const jobs = await admitAll();
    await harness.poll(harness.closed).toEqual([['service', 'service-unauthorised']]);
    harness.demo.clearFaults();
    for (const job of jobs) await harness.until(job, 'done');
    expect(harness.bought()).toBe(photos.length);
  });

  it('F27 a proxy starts to require a password: all jobs wait, and continue when the proxy no longer requires it', async () => {
    harness = await openHarness();
    harness.demo.inject({ on: 'any', after: 2, times: 6, kind: 'proxy-auth' });
    const jobs = await admitAll();
    await harness.poll(harness.closed).toContainEqual(['service', 'service-not-an-envelope']);
    for (const job of jobs) await harness.until(job, 'done');
    expect(harness.bought()).toBe(photos.length);
  });
});
