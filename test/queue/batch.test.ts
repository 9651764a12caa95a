import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { ledgerFile } from '#electron/ledger/files.ts';
import { openDatabase } from '#electron/ledger/sqlite.ts';
import { openDesk, type Desk } from './desk.ts';

/** ms that an execution takes at a desk. */
const EXECUTION = 10_000;
/** ms between two questions about an execution that an earlier run of the program started. */
const ONE_POLL = 1000;

let desk: Desk;
afterEach(() => desk.close());

const photos = ['lipstick-rouge.jpg', 'watch-steel.jpg', 'raccoon-face.jpg'];
const closed = () => desk.runner.closed().map(({ gate, problem }) => [gate, problem.code]);

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
    await desk.poll(closed).toEqual([['service', 'service-unauthorised']]);
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
    await desk.poll(closed).toEqual([['service', 'service-unauthorised']]);
    desk.demo.clearFaults();
    for (const job of jobs) await desk.until(job, 'done');
    expect(desk.bought()).toBe(photos.length);
  });

  it('F27 a proxy comes between and asks for a password: all wait, and go on when it is gone', async () => {
    desk = await openDesk();
    desk.demo.inject({ on: 'any', after: 2, times: 6, kind: 'proxy-auth' });
    const jobs = await admitAll();
    await desk.poll(closed).toContainEqual(['service', 'service-not-an-envelope']);
    for (const job of jobs) await desk.until(job, 'done');
    expect(desk.bought()).toBe(photos.length);
  });

  it('the program ends: what is in flight comes home within one poll of its end', async () => {
    const first = await openDesk();
    desk = first;
    const jobs = await admitAll();
    await first.poll(() => first.bought()).toBe(photos.length);
    desk = await first.restart();
    for (const job of jobs) await desk.until(job, 'done');
    const ledger = openDatabase(ledgerFile(join(desk.folder, 'data')), { readOnly: true });
    onTestFinished(() => ledger.close());
    const late = desk.demo.books().executions.map(({ executionId, arrivedAt }) => {
      const known = ledger.get<{ finished_at: number }>(
        'SELECT finished_at FROM executions WHERE execution_id = ?',
        executionId,
      );
      return (known?.finished_at ?? Infinity) - (arrivedAt + EXECUTION);
    });
    expect(Math.max(...late)).toBeLessThanOrEqual(ONE_POLL);
  });
});
