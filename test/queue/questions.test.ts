import { describe, expect, it } from 'vitest';
import { openDesk } from './desk.ts';

describe('a question about an execution that is under way', () => {
  it('F85 is refused for its key: everything waits, and goes on with the new one', async () => {
    const desk = await openDesk();
    // the question before the execute goes through
    desk.demo.inject({ on: 'query', after: 1, times: 1, kind: 'unauthorised' });
    const job = await desk.admit();
    await desk.poll(desk.closed).toEqual([['service', 'service-unauthorised']]);
    await desk.runner.reopen();
    await desk.until(job, 'done');
    expect([desk.bought(), desk.asked('execute')]).toEqual([1, 1]);
  });

  it('F85 finds no such execution: held with the words of the service, and waited for again', async () => {
    const desk = await openDesk();
    const text = 'There is no such execution.';
    desk.demo.inject({ on: 'query', after: 1, kind: 'refused', status: 404, text });
    const job = await desk.admit();
    await desk.until(job, 'held');
    expect(desk.job(job).problem?.message).toContain(text);
    desk.demo.clearFaults();
    desk.goOn(job);
    await desk.until(job, 'done');
    expect([desk.bought(), desk.asked('execute')]).toEqual([1, 1]);
  });
});
