import { afterEach, describe, expect, it } from 'vitest';
import { openDesk, type Desk } from './desk.ts';

let desk: Desk;
afterEach(() => desk.close());

const requests = (operation: string) => desk.demo.books().requests[operation] ?? 0;

describe('a question about an execution that is under way', () => {
  it('F85 is refused for its key: everything waits, and goes on with the new one', async () => {
    desk = await openDesk();
    // the question before the execute goes through
    desk.demo.inject({ on: 'query', after: 1, times: 1, kind: 'unauthorised' });
    const job = await desk.admit();
    await desk
      .poll(() => desk.runner.closed().map((g) => [g.problem.code, g.gate]))
      .toEqual([['service-unauthorised', 'service']]);
    await desk.runner.reopen();
    await desk.until(job, 'done');
    expect([desk.bought(), requests('execute')]).toEqual([1, 1]);
  });

  it('F85 finds no such execution: held with the words of the service, and waited for again', async () => {
    desk = await openDesk();
    const text = 'There is no such execution.';
    desk.demo.inject({ on: 'query', after: 1, kind: 'refused', status: 404, text });
    const job = await desk.admit();
    await desk.until(job, 'held');
    const held = desk.ledger.jobs.load(job);
    expect(held.ok ? held.value.problem?.message : null).toContain(text);
    desk.demo.clearFaults();
    desk.ledger.jobs.resume(job);
    desk.runner.wake();
    await desk.until(job, 'done');
    expect([desk.bought(), requests('execute')]).toEqual([1, 1]);
  });
});
