import { describe, expect, it } from 'vitest';
import { openDesk } from './desk.ts';

describe('refusals', () => {
  it('a 503 in an envelope is no refusal of the photo', async () => {
    const desk = await openDesk();
    desk.demo.inject({ on: 'upload', times: 5, kind: 'refused', text: 'busy', status: 503 });
    const job = await desk.admit();
    expect(await desk.until(job, 'done')).toBeNull();
  });

  it('F19 an empty account that is told at the upload fails no photo', async () => {
    const desk = await openDesk();
    desk.demo.inject({ on: 'upload', times: 1, kind: 'refused', text: 'balance exhausted' });
    const job = await desk.admit();
    await desk.poll(desk.closed).toEqual([['service', 'service-balance']]);
    await desk.runner.reopen();
    expect(await desk.until(job, 'done')).toBeNull();
  });

  it('F19 five photos in a row pause executes, also when the program was started in between', async () => {
    let desk = await openDesk();
    desk.demo.inject({ on: 'execute', kind: 'refused', text: 'Template is retired' });
    for (const n of [1, 2, 3, 4]) {
      await desk.until(await desk.admit({ photo: `https://photos.example/${n}.jpg` }), 'failed');
    }
    desk = await desk.restart();
    const job = await desk.admit();
    await desk
      .poll(() => desk.runner.closed().map((g) => g.problem.message))
      .toEqual([expect.stringContaining('refused 5 photos in a row')]);
    desk.demo.clearFaults();
    await desk.runner.reopen();
    await desk.until(job, 'done');
  });

  it('a photo that is always answered by a page is held while the others go on', async () => {
    const desk = await openDesk({
      limits: { executionDeadline: 24 * 3_600_000 },
      demo: { speed: { executionMs: 3_000_000, jitterMs: 0 } },
    });
    await desk.admit({ photo: 'watch-steel.jpg' });
    await desk.poll(() => desk.bought()).toBe(1);
    desk.demo.inject({ on: 'upload', kind: 'html' });
    const job = await desk.admit();
    expect(await desk.until(job, 'held')).toBe('service-not-an-envelope');
  });
});
