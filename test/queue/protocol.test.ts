import { afterEach, describe, expect, it } from 'vitest';
import { openDesk, plainRecipe, type Desk } from './desk.ts';

let desk: Desk;
afterEach(() => desk.close());

/** Each way in which the answer to execute can be lost after the service took it. */
const lost = [
  ['F08 accepted, then closed', { kind: 'accept-then-close' }],
  ['F04 accepted, then reset', { kind: 'accept-then-reset' }],
  ['F10 the answer is cut mid-JSON', { kind: 'cut' }],
  ['F16 5xx although it was processed', { kind: 'server-error', status: 502, processed: true }],
  ['F11 a sign-in page although it was processed', { kind: 'html', processed: true }],
  ['an answer without an executionId', { kind: 'no-data' }],
  [
    'F12 it lands late, after the client gave up',
    { kind: 'slow', ms: 300_000, when: 'before-processing' },
  ],
] as const;

describe('execute', () => {
  it('runs a photo to a file on disk with one execution', async () => {
    desk = await openDesk();
    const job = await desk.admit();
    expect(await desk.until(job, 'done')).toBeNull();
    expect(desk.bought()).toBe(1);
    expect(desk.ledger.results.ofJob(job).map((r) => r.delivered?.width)).toHaveLength(1);
  });

  it.each(lost)('%s: doubt, then adopted, bought once', async (_, fault) => {
    desk = await openDesk({ limits: { doubtWindow: 20 * 60_000 } });
    desk.demo.inject({ on: 'execute', times: 1, ...fault });
    const job = await desk.admit();
    await desk.until(job, 'done');
    expect(desk.bought()).toBe(1);
    expect(desk.ledger.executions.ofJob(job)).toMatchObject([{ origin: 'adopted' }]);
    expect(desk.ledger.history.of(job).map((h) => h.what)).toContain('in doubt');
  });

  it('F13 a query that lags behind keeps the doubt, and nothing is sent again', async () => {
    desk = await openDesk();
    desk.demo.inject({ on: 'execute', times: 1, kind: 'accept-then-close' });
    desk.demo.inject({ on: 'query', kind: 'lag', ms: 30_000 });
    const job = await desk.admit();
    await desk.until(job, 'done');
    expect(desk.bought()).toBe(1);
  });

  it.each([
    ['F14 answers 500', { kind: 'server-error', status: 500 }],
    ['F14 answers HTML', { kind: 'html' }],
    ['F14 answers broken JSON', { kind: 'bad-json' }],
  ] as const)('%s: a query in doubt is no evidence', async (_, fault) => {
    desk = await openDesk({ limits: { doubtWindow: 1000 } });
    desk.demo.inject({ on: 'execute', times: 1, kind: 'accept-then-close' });
    // the first query, before the execute, goes through; those in doubt do not
    desk.demo.inject({ on: 'query', after: 1, times: 12, ...fault });
    const job = await desk.admit();
    await desk.until(job, 'done');
    expect(desk.bought()).toBe(1);
  });

  it('nothing arrived: held after the window with the question, not sent again', async () => {
    desk = await openDesk();
    desk.demo.inject({ on: 'execute', times: 1, kind: 'server-error' });
    const job = await desk.admit();
    expect(await desk.until(job, 'held')).toBe('execution-unknown');
    expect(desk.bought()).toBe(0);
    expect(desk.demo.books().requests['execute']).toBe(1);
  });

  it('nothing arrived and the recipe says resend: sent again after the window', async () => {
    desk = await openDesk();
    desk.demo.inject({ on: 'execute', times: 1, kind: 'server-error' });
    const job = await desk.admit({ recipe: { ...plainRecipe, onDoubt: 'resend' } });
    await desk.until(job, 'done');
    expect(desk.bought()).toBe(1);
    expect(desk.demo.books().requests['execute']).toBe(2);
  });

  it('F26 a redirect is not followed', async () => {
    desk = await openDesk();
    desk.demo.inject({ on: 'execute', times: 1, kind: 'redirect', status: 307 });
    const job = await desk.admit();
    expect(await desk.until(job, 'held')).toBe('execution-unknown');
    expect(desk.demo.books().requests['execute']).toBe(1);
  });

  it('F17 429 in an envelope is sent again later', async () => {
    desk = await openDesk();
    desk.demo.inject({ on: 'execute', times: 2, kind: 'too-many', retryAfter: '1' });
    const job = await desk.admit();
    await desk.until(job, 'done');
    expect(desk.bought()).toBe(1);
    expect(desk.demo.books().requests['execute']).toBe(3);
  });

  it('a refusal fails the job with the words of the service', async () => {
    desk = await openDesk();
    desk.demo.inject({ on: 'execute', times: 1, kind: 'refused', text: 'Template is retired' });
    const job = await desk.admit();
    expect(await desk.until(job, 'failed')).toBe('service-refused');
    const loaded = desk.ledger.jobs.load(job);
    expect(loaded.ok ? loaded.value.problem?.message : '').toContain('Template is retired');
    expect(desk.ledger.spending.today()).toBe(0);
  });

  it('F19 an empty account pauses executes and loses nothing', async () => {
    desk = await openDesk();
    desk.demo.inject({ on: 'execute', times: 1, kind: 'refused', text: 'balance exhausted' });
    const job = await desk.admit();
    await desk
      .poll(() => desk.runner.closed().map((g) => g.problem.code))
      .toEqual(['service-balance']);
    await desk.runner.reopen();
    await desk.until(job, 'done');
    expect(desk.bought()).toBe(1);
  });

  it('F18 a refused key holds everything until there is a new one', async () => {
    desk = await openDesk();
    desk.demo.inject({ on: 'execute', times: 1, kind: 'unauthorised' });
    const job = await desk.admit();
    await desk
      .poll(() => desk.runner.closed().map((g) => [g.problem.code, g.gate]))
      .toEqual([['service-unauthorised', 'service']]);
    await desk.runner.reopen();
    await desk.until(job, 'done');
    expect(desk.bought()).toBe(1);
  });

  it('F20 two unknown executions are both kept, and noted as an alarm', async () => {
    desk = await openDesk();
    desk.demo.inject({ on: 'execute', times: 1, kind: 'server-error' });
    const job = await desk.admit();
    await desk.until(job, 'held');
    for (let n = 0; n < 2; n += 1) {
      await desk.executeElsewhere(job);
    }
    desk.ledger.jobs.resume(job);
    desk.runner.wake();
    await desk.until(job, 'done');
    expect(desk.ledger.executions.ofJob(job).map((e) => e.state)).toEqual(['finished', 'finished']);
    expect(desk.ledger.results.ofJob(job).filter((r) => r.delivered !== null)).toHaveLength(2);
    expect(desk.ledger.history.of(job).map((h) => h.what)).toContain(
      'alarm: several unknown executions',
    );
  });

  it('F38 the limit of the day stops executes and drops nothing', async () => {
    desk = await openDesk({ limits: { imagesPerDay: 1 } });
    const first = await desk.admit();
    await desk.until(first, 'done');
    const second = await desk.admit({ photo: 'watch-steel.jpg' });
    await desk
      .poll(() => {
        const job = desk.ledger.jobs.load(second);
        return job.ok ? job.value.problem?.code : '';
      })
      .toBe('spending-limit');
    expect(desk.bought()).toBe(1);
  });
});

describe('a restart', () => {
  it('F05 finds what was bought before the answer was written down', async () => {
    desk = await openDesk({ demo: { speed: { executionMs: 150_000, jitterMs: 0 } } });
    const job = await desk.admit();
    await desk.poll(() => desk.bought()).toBe(1);
    desk = await desk.restart();
    await desk.until(job, 'done');
    expect(desk.bought()).toBe(1);
  });
});

describe('a person', () => {
  it('buys the same photo once more, on the same task', async () => {
    desk = await openDesk();
    const job = await desk.admit();
    await desk.until(job, 'done');
    expect(await desk.admit({ again: true })).toBe(job);
    await desk.until(job, 'done');
    expect(desk.bought()).toBe(2);
    const tasks = desk.demo.books().executions.map((e) => e.taskId);
    expect(new Set(tasks).size).toBe(1);
    expect(desk.ledger.results.ofJob(job).filter((r) => r.delivered !== null)).toHaveLength(2);
  });
});

describe('results', () => {
  it('F87 one of four fails: three are delivered, with a warning', async () => {
    // with this seed the third image of the first execution fails
    desk = await openDesk({ demo: { failures: { result: 0.25 }, seed: 8 } });
    const recipe = { ...plainRecipe, params: { ...plainRecipe.params, batchCount: 4 } };
    const job = await desk.admit({ recipe });
    expect(await desk.until(job, 'done')).toBe('execution-partial');
    const results = desk.ledger.results.ofJob(job);
    expect(results.map((r) => r.delivered !== null)).toEqual([true, true, false, true]);
    expect(results[2]).toMatchObject({ status: 'Failed', error: expect.any(String) });
  });

  it('an execution whose images all fail fails the job, with the words of the service', async () => {
    desk = await openDesk({ demo: { failures: { execution: 1 } } });
    const job = await desk.admit();
    expect(await desk.until(job, 'failed')).toBe('execution-failed');
    expect(desk.bought()).toBe(1);
  });

  it.each([
    ['F34 a download that is cut', { on: 'image', times: 1, kind: 'cut' }],
    ['F35 a wrong length', { on: 'image', times: 1, kind: 'wrong-length' }],
    ['F35 a page instead of an image', { on: 'image', times: 1, kind: 'wrong-content' }],
    ['F36 an address that is gone', { on: 'image', times: 1, kind: 'not-found' }],
    ['F86 an unknown status for a while', { on: 'query', times: 3, kind: 'unknown-status' }],
    ['F86 `result` for `results`', { on: 'query', kind: 'result' }],
  ] as const)('%s: fetched again, never executed again', async (_, fault) => {
    desk = await openDesk();
    desk.demo.inject(fault);
    const job = await desk.admit();
    await desk.until(job, 'done');
    expect(desk.bought()).toBe(1);
  });

  it('F35 an image that is never whole is held in the end, and never executed again', async () => {
    desk = await openDesk();
    desk.demo.inject({ on: 'image', kind: 'wrong-content' });
    const job = await desk.admit();
    expect(await desk.until(job, 'held')).toBe('download-damaged');
    expect(desk.demo.books().requests['image']).toBe(20);
    expect(desk.bought()).toBe(1);
    // a person tries again when the service has mended it
    desk.demo.clearFaults();
    desk.ledger.jobs.resume(job);
    desk.runner.wake();
    await desk.until(job, 'done');
    expect(desk.bought()).toBe(1);
  });

  it('F37 a PSD that fails is reported on the job, the images stay delivered', async () => {
    desk = await openDesk({ demo: { failures: { psd: 1 } } });
    const recipe = { ...plainRecipe, delivery: { ...plainRecipe.delivery, psd: true } };
    const job = await desk.admit({ recipe });
    expect(await desk.until(job, 'done')).toBe('psd-failed');
    expect(desk.ledger.results.ofJob(job).filter((r) => r.delivered !== null)).toHaveLength(1);
  });

  it('F88 an execution that never ends is held, and can be waited for again', async () => {
    desk = await openDesk({
      demo: { speed: { executionMs: 150_000, jitterMs: 0 } },
      limits: { executionDeadline: 30_000 },
    });
    const job = await desk.admit();
    expect(await desk.until(job, 'held')).toBe('execution-deadline');
    desk = await desk.restart();
    desk.ledger.jobs.resume(job);
    desk.runner.wake();
    await desk.poll(() => desk.ledger.jobs.count().waiting).toBe(0);
  });
});
