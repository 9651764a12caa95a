import { describe, expect, it } from 'vitest';
import { openHarness } from './harness.ts';

describe('refusals', () => {
  it('a 503 answer in the service’s envelope is retried and does not fail the photo', async () => {
    const harness = await openHarness();
    harness.demo.inject({ on: 'upload', times: 5, kind: 'refused', text: 'busy', status: 503 });
    const job = await harness.admit();
    expect(await harness.until(job, 'done')).toBeNull();
  });

  it('F19 an empty account that is reported during an upload pauses the work and fails no photo', async () => {
    const harness = await openHarness();
    harness.demo.inject({ on: 'upload', times: 1, kind: 'refused', text: 'balance exhausted' });
    const job = await harness.admit();
    await harness.poll(harness.closed).toEqual([['service', 'service-balance']]);
    await harness.runner.reopen();
    expect(await harness.until(job, 'done')).toBeNull();
  });

  it('F19 five refused photos in a row pause further purchases, even with a restart in between', async () => {
    let harness = await openHarness();
    harness.demo.inject({ on: 'execute', kind: 'refused', text: 'Template is retired' });
    for (const n of [1, 2, 3, 4]) {
      await harness.until(
        await harness.admit({ photo: `https://photos.example/${n}.jpg` }),
        'failed',
      );
    }
    harness = await harness.restart();
    const job = await harness.admit();
    await harness
      .poll(() => harness.runner.closed().map((g) => g.problem.message))
      .toEqual([expect.stringContaining('rejected 5 photos in a row')]);
    harness.demo.clearFaults();
    await harness.runner.reopen();
    await harness.until(job, 'done');
  });

  it('a photo that always gets a web page as the answer is held while the others continue', async () => {
    const harness = await openHarness({
      limits: { executionDeadline: 24 * 3_600_000 },
      demo: { speed: { executionMs: 3_000_000, jitterMs: 0 } },
    });
    await harness.admit({ photo: 'watch-steel.jpg' });
    await harness.poll(() => harness.bought()).toBe(1);
    harness.demo.inject({ on: 'upload', kind: 'html' });
    const job = await harness.admit();
    expect(await harness.until(job, 'held')).toBe('service-not-an-envelope');
  });
});
