import { afterEach, describe, expect, it } from 'vitest';
import { openDesk, type Desk } from './desk.ts';

const HOUR = 3_600_000;

let desk: Desk;
afterEach(() => desk.close());

describe('F88 an execution that does not end', () => {
  it('is waited for once more as long when a person says so, in the same run of the program', async () => {
    desk = await openDesk({
      demo: { speed: { executionMs: 150_000, jitterMs: 0 } },
      limits: { executionDeadline: 100_000 },
    });
    const job = await desk.admit();
    expect(await desk.until(job, 'held')).toBe('execution-deadline');
    desk.ledger.jobs.resume(job);
    desk.runner.wake();
    await desk.until(job, 'done');
    expect(desk.bought()).toBe(1);
  });

  it('F30 while the machine slept is asked about before it is held', async () => {
    desk = await openDesk({ demo: { speed: { executionMs: 70_000, jitterMs: 0 } } });
    const job = await desk.admit();
    const isStarted = () => desk.ledger.executions.ofJob(job)[0]?.state === 'started';
    await desk.poll(isStarted).toBe(true);
    await desk.poll(() => desk.demo.books().executions[0]?.status).toBe('Success');
    desk.clock.machineSleeps(9 * HOUR);
    await desk.until(job, 'done');
    expect(desk.bought()).toBe(1);
  });
});
