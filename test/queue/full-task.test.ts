import { describe, expect, it } from 'vitest';
import { openDesk } from './desk.ts';

describe('F15 a task that lists 20 executions', () => {
  it('is not executed again: an older one could be hidden, so the job is held', async () => {
    const desk = await openDesk();
    desk.demo.inject({ on: 'execute', times: 1, kind: 'server-error' });
    const job = await desk.admit();
    await desk.until(job, 'held');
    const [lost] = desk.executions(job);
    for (let n = 0; n < 20; n += 1) {
      await desk.executeElsewhere(job);
    }
    desk.ledger.executions.askAgain(lost?.id ?? 0);
    desk.goOn(job);
    // all of them are paid for, so all are brought
    await desk.until(job, 'done');
    expect(desk.delivered(job)).toHaveLength(20);

    const sent = desk.asked('execute');
    await desk.admit({ again: true });
    expect(await desk.until(job, 'held')).toBe('execution-limit-of-task');
    expect(desk.asked('execute')).toBe(sent);
    expect(desk.executions(job)).toHaveLength(20);
  });
});
