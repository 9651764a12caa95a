import { describe, expect, it } from 'vitest';
import { openDesk } from './desk.ts';

const HOUR = 3_600_000;

describe('F88 an execution that does not end', () => {
  it.each(['in the same run of the program', 'after a restart'])(
    'is waited for once more as long when a person says so, %s',
    async (when) => {
      let desk = await openDesk({
        demo: { speed: { executionMs: 150_000, jitterMs: 0 } },
        limits: { executionDeadline: 100_000 },
      });
      const job = await desk.admit();
      expect(await desk.until(job, 'held')).toBe('execution-deadline');
      if (when === 'after a restart') desk = await desk.restart();
      desk.goOn(job);
      await desk.until(job, 'done');
      expect(desk.bought()).toBe(1);
    },
  );

  it('F30 while the machine slept is asked about before it is held', async () => {
    const desk = await openDesk({ demo: { speed: { executionMs: 70_000, jitterMs: 0 } } });
    const job = await desk.admit();
    const isStarted = () => desk.executions(job)[0]?.state === 'started';
    await desk.poll(isStarted).toBe(true);
    await desk.poll(() => desk.demo.books().executions[0]?.status).toBe('Success');
    desk.clock.machineSleeps(9 * HOUR);
    await desk.until(job, 'done');
    expect(desk.bought()).toBe(1);
  });
});
