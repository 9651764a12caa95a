import { afterEach, describe, expect, it } from 'vitest';
import { openDesk, type Desk } from './desk.ts';

let desk: Desk;
afterEach(() => desk.close());

const asked = (operation: string) => desk.demo.books().requests[operation] ?? 0;

describe('F15 a task that lists 20 executions', () => {
  it('is not executed again: an older one could be hidden, so the job is held', async () => {
    desk = await openDesk();
    desk.demo.inject({ on: 'execute', times: 1, kind: 'server-error' });
    const job = await desk.admit();
    await desk.until(job, 'held');
    const [lost] = desk.ledger.executions.ofJob(job);
    for (let n = 0; n < 20; n += 1) {
      await desk.executeElsewhere(job);
    }
    desk.ledger.executions.askAgain(lost?.id ?? 0);
    desk.ledger.jobs.resume(job);
    desk.runner.wake();
    // all of them are paid for, so all are brought
    await desk.until(job, 'done');
    expect(desk.ledger.results.ofJob(job).filter((r) => r.delivered !== null)).toHaveLength(20);

    const sent = asked('execute');
    await desk.admit({ again: true });
    expect(await desk.until(job, 'held')).toBe('execution-limit-of-task');
    expect(asked('execute')).toBe(sent);
    expect(desk.ledger.executions.ofJob(job)).toHaveLength(20);
  });
});
