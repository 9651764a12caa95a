import { describe, expect, it } from 'vitest';
import { openHarness, plainRecipe } from './harness.ts';

/**
 * The ways in which the answer to an execute request can be lost although the service has accepted the request.
 */
const lost = [
  ['F08 accepted, then closed', { kind: 'accept-then-close' }],
  ['F04 accepted, then reset', { kind: 'accept-then-reset' }],
  ['F10 the answer is cut mid-JSON', { kind: 'cut' }],
  ['F16 5xx although it was processed', { kind: 'server-error', status: 502, processed: true }],
  ['F11 a sign-in page although it was processed', { kind: 'html', processed: true }],
  ['an answer without an executionId', { kind: 'no-data' }],
  [
    'F12 processed late, after the client had stopped waiting for the answer',
    { kind: 'slow', ms: 300_000, when: 'before-processing' },
  ],
] as const;

describe('execute requests', () => {
  it.each(lost)('%s: doubt, then adopted, bought once', async (_, fault) => {
    const harness = await openHarness({ limits: { doubtWindow: 20 * 60_000 } });
    harness.demo.inject({ on: 'execute', times: 1, ...fault });
    const job = await harness.done();
    expect(harness.bought()).toBe(1);
    expect(harness.executions(job)).toMatchObject([{ origin: 'adopted' }]);
    expect(harness.history(job)).toContain('in doubt');
  });

  it('F13 a query with an outdated answer does not end the doubt, and nothing is sent again', async () => {
    const harness = await openHarness();
    harness.demo.inject({ on: 'execute', times: 1, kind: 'accept-then-close' });
    harness.demo.inject({ on: 'query', kind: 'lag', ms: 30_000 });
    await harness.done();
    expect(harness.bought()).toBe(1);
  });

  it.each([
    ['F14 answers 500', { kind: 'server-error', status: 500 }],
    ['F14 answers HTML', { kind: 'html' }],
    ['F14 answers broken JSON', { kind: 'bad-json' }],
  ] as const)(
    '%s: an invalid answer to a query does not count as proof that nothing was bought',
    async (_, fault) => {
      const harness = await openHarness({ limits: { doubtWindow: 1000 } });
      harness.demo.inject({ on: 'execute', times: 1, kind: 'accept-then-close' });
      // the first query, before the execute request, succeeds; all queries after the lost answer fail
      harness.demo.inject({ on: 'query', after: 1, times: 12, ...fault });
      await harness.done();
      expect(harness.bought()).toBe(1);
    },
  );

  it.each([
    ['nothing arrived', { kind: 'server-error' }],
    ['F26 a redirect is not followed', { kind: 'redirect', status: 307 }],
  ] as const)(
    '%s: the job is held at the end of the doubt window, asks the user, and is not sent again',
    async (_, fault) => {
      const harness = await openHarness();
      harness.demo.inject({ on: 'execute', times: 1, ...fault });
      const job = await harness.admit();
      expect(await harness.until(job, 'held')).toBe('execution-unknown');
      expect([harness.bought(), harness.asked('execute')]).toEqual([0, 1]);
    },
  );

  it('F17 a request that the service answers with 429 in its envelope is sent again later', async () => {
    const harness = await openHarness();
    harness.demo.inject({ on: 'execute', times: 2, kind: 'too-many', retryAfter: '1' });
    await harness.done();
    expect(harness.bought()).toBe(1);
    expect(harness.asked('execute')).toBe(3);
  });

  it('a request that the service refuses fails the job with the service’s message', async () => {
    const harness = await openHarness();
    harness.demo.inject({ on: 'execute', times: 1, kind: 'refused', text: 'Template is retired' });
    const job = await harness.admit();
    expect(await harness.until(job, 'failed')).toBe('service-refused');
    expect(harness.job(job).problem?.message).toContain('Template is retired');
    expect(harness.ledger.spending.today()).toBe(0);
  });

  it('F19 an empty account pauses further purchases and loses nothing', async () => {
    const harness = await openHarness();
    harness.demo.inject({ on: 'execute', times: 1, kind: 'refused', text: 'balance exhausted' });
    const job = await harness.admit();
    await harness.poll(harness.closed).toEqual([['execute', 'service-balance']]);
    await harness.runner.reopen();
    await harness.until(job, 'done');
    expect(harness.bought()).toBe(1);
  });

  it('F20 if the task has two executions that the ledger doesn’t know, both are downloaded, with an alarm', async () => {
    const harness = await openHarness();
    harness.demo.inject({ on: 'execute', times: 1, kind: 'server-error' });
    const job = await harness.admit();
    await harness.until(job, 'held');
    for (let n = 0; n < 2; n += 1) {
      await harness.executeElsewhere(job);
    }
    harness.goOn(job);
    await harness.until(job, 'done');
    expect(harness.executions(job).map((e) => e.state)).toEqual(['finished', 'finished']);
    expect(harness.delivered(job)).toHaveLength(2);
    expect(harness.history(job)).toContain('alarm: several unknown executions');
  });

  it('buys the same photo again on request, on the same task', async () => {
    const harness = await openHarness();
    const job = await harness.done();
    expect(await harness.admit({ again: true })).toBe(job);
    await harness.until(job, 'done');
    expect(harness.bought()).toBe(2);
    const tasks = harness.demo.records().executions.map((e) => e.taskId);
    expect(new Set(tasks).size).toBe(1);
    expect(harness.delivered(job)).toHaveLength(2);
  });
});

describe('results', () => {
  it('F87 one of four fails: three are delivered, with a warning', async () => {
    // with this seed, the third image of the first execution fails
    const harness = await openHarness({ demo: { failures: { result: 0.25 }, seed: 8 } });
    const recipe = { ...plainRecipe, params: { ...plainRecipe.params, batchCount: 4 } };
    const job = await harness.admit({ recipe });
    expect(await harness.until(job, 'done')).toBe('execution-partial');
    const results = harness.ledger.results.ofJob(job);
    expect(results.map((r) => r.delivered !== null)).toEqual([true, true, false, true]);
    expect(results[2]).toMatchObject({ status: 'Failed', error: expect.any(String) });
  });

  it('an execution whose images all fail fails the job, with the service’s message', async () => {
    const harness = await openHarness({ demo: { failures: { execution: 1 } } });
    const job = await harness.admit();
    expect(await harness.until(job, 'failed')).toBe('execution-failed');
    expect(harness.bought()).toBe(1);
  });

  it.each([
    ['F34 a download that is cut', { on: 'image', times: 1, kind: 'cut' }],
    ['F35 a wrong length', { on: 'image', times: 1, kind: 'wrong-length' }],
    ['F35 a page instead of an image', { on: 'image', times: 1, kind: 'wrong-content' }],
    ['F36 an address that is gone', { on: 'image', times: 1, kind: 'not-found' }],
    ['F86 an unknown status for a while', { on: 'query', times: 3, kind: 'unknown-status' }],
    ['F86 `result` for `results`', { on: 'query', kind: 'result' }],
  ] as const)('%s: downloaded again, never executed again', async (_, fault) => {
    const harness = await openHarness();
    harness.demo.inject(fault);
    await harness.done();
    expect(harness.bought()).toBe(1);
  });

  it('F35 an image that is never complete is eventually held, and never executed again', async () => {
    const harness = await openHarness();
    harness.demo.inject({ on: 'image', kind: 'wrong-content' });
    const job = await harness.admit();
    expect(await harness.until(job, 'held')).toBe('download-damaged');
    expect(harness.asked('image')).toBe(20);
    expect(harness.bought()).toBe(1);
    // the user retries the job when the service works again
    harness.demo.clearFaults();
    harness.goOn(job);
    await harness.until(job, 'done');
    expect(harness.bought()).toBe(1);
  });

  it('F37 a PSD that the service cannot make is reported on the job, and the images are delivered anyway', async () => {
    const harness = await openHarness({ demo: { failures: { psd: 1 } } });
    const recipe = { ...plainRecipe, delivery: { ...plainRecipe.delivery, psd: true } };
    const job = await harness.admit({ recipe });
    expect(await harness.until(job, 'done')).toBe('psd-failed');
    expect(harness.delivered(job)).toHaveLength(1);
  });
});
