import { describe, expect, it } from 'vitest';
import { openDesk, type Desk } from './desk.ts';

let desk: Desk;

const photos = ['lipstick-rouge.jpg', 'watch-steel.jpg', 'raccoon-face.jpg'];

async function admitAll(): Promise<number[]> {
  const jobs: number[] = [];
  for (const photo of photos) jobs.push(await desk.admit({ photo }));
  return jobs;
}

describe('in the middle of a batch', () => {
  it('F18 the key is refused: one notice, nothing ends, and all go on with the new key', async () => {
    desk = await openDesk();
    desk.demo.inject({ on: 'execute', after: 1, kind: 'unauthorised', status: 403 });
    const jobs = await admitAll();
    await desk.poll(desk.closed).toEqual([['service', 'service-unauthorised']]);
    expect(desk.ledger.jobs.count()).toMatchObject({ failed: 0, held: 0 });
    desk.demo.clearFaults();
    await desk.runner.reopen();
    for (const job of jobs) await desk.until(job, 'done');
    expect(desk.bought()).toBe(photos.length);
  });

  it('B3 a key that is valid again is noticed without a person, as the command line has none', async () => {
    desk = await openDesk();
    desk.demo.inject({ on: 'execute', after: 1, kind: 'unauthorised' });
    const jobs = await admitAll();
    await desk.poll(desk.closed).toEqual([['service', 'service-unauthorised']]);
    desk.demo.clearFaults();
    for (const job of jobs) await desk.until(job, 'done');
    expect(desk.bought()).toBe(photos.length);
  });

  it('F27 a proxy comes between and asks for a password: all wait, and go on when it is gone', async () => {
    desk = await openDesk();
    desk.demo.inject({ on: 'any', after: 2, times: 6, kind: 'proxy-auth' });
    const jobs = await admitAll();
    await desk.poll(desk.closed).toContainEqual(['service', 'service-not-an-envelope']);
    for (const job of jobs) await desk.until(job, 'done');
    expect(desk.bought()).toBe(photos.length);
  });
});
