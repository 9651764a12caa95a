import { describe, expect, it } from 'vitest';
import { until } from '../demo/harness.ts';
import { answering, post } from './between.ts';
import { openHarness, type Harness } from './harness.ts';
import { openHttpHarness } from './http-harness.ts';

const patience = { timeout: 55_000, interval: 20 };

let harness: Harness;

const addresses = () => harness.demo.records().executions.flatMap((e) => e.callbackUrl ?? []);

describe('a notification about a job that has ended', () => {
  /**
   * Makes the studio reject all notifications. Returns a function that ends this and posts a notification as
   * the service does.
   */
  const deaf = () => {
    let isHearing = false;
    const { isKnown } = harness.ledger.hints;
    Object.assign(harness.ledger.hints, { isKnown: (key: string) => isHearing && isKnown(key) });
    return async () => {
      isHearing = true;
      expect(await post(addresses()[0] ?? '')).toMatchObject({ text: 'SUCCESS' });
    };
  };

  it('because its request was in doubt leads to a query, and its image is delivered', async () => {
    harness = await openHarness({ callback: {} });
    const hear = deaf();
    harness.demo.inject({ on: 'execute', kind: 'accept-then-close' });
    harness.demo.inject({ on: 'query', kind: 'lag', ms: 600_000 });
    const job = await harness.admit();
    expect(await harness.until(job, 'held')).toBe('execution-unknown');
    harness.demo.clearFaults();
    await hear();
    expect(await harness.until(job, 'done')).toBeNull();
    expect(harness.bought()).toBe(1);
  });

  it('because its request was refused leads to a query, and its image is delivered', async () => {
    const no = (path: string) =>
      Promise.resolve(path.endsWith('/execute') ? { status: 200, message: 'no' } : null);
    harness = await openHttpHarness({ callback: {}, through: answering(no) });
    const hear = deaf();
    const job = await harness.admit();
    await harness.until(job, 'failed');
    await hear();
    expect(await harness.until(job, 'done')).toBeNull();
    expect(harness.bought()).toBe(1);
  });

  it('because the user gave up the request is reported to the user immediately', async () => {
    harness = await openHarness({ callback: {} });
    const hear = deaf();
    harness.demo.inject({ on: 'execute', kind: 'accept-then-close' });
    harness.demo.inject({ on: 'query', kind: 'lag', ms: 600_000 });
    const job = await harness.admit();
    await harness.poll(() => harness.history(job)).toContain('in doubt');
    await harness.runner.change([job], () => {
      harness.ledger.executions.giveUp(harness.executions(job)[0]?.id ?? 0, 'a person decided so');
      harness.ledger.jobs.end(job, 'cancelled', { code: 'cancelled', message: 'Given up.' });
    });
    harness.demo.clearFaults();
    await hear();
    const problem = () => harness.job(job).problem?.message;
    await harness.poll(problem).toContain('was processed after all');
    expect(harness.bought()).toBe(1);
  });
});

describe('a notification', () => {
  it('overrides the refusal of a request to execute that the service has processed after all', async () => {
    const heard = () => (harness.receiver.status().acknowledged > 0 ? true : undefined);
    const answer = async (path: string) => {
      if (!path.endsWith('/execute')) return null;
      await until(heard);
      return { status: 200, message: 'no' };
    };
    harness = await openHttpHarness({ haste: 1, callback: {}, through: answering(answer) });
    const job = await harness.done();
    expect(harness.bought()).toBe(1);
    expect(harness.history(job)).toContain('in doubt');
  });

  it('prevents a resend if a gateway had answered "too many requests"', async () => {
    let isSent = false;
    let isHeard = false;
    const answer = async (path: string) => {
      if (path.endsWith('/execute')) {
        isSent = true;
        return { status: 429, message: 'too many' };
      }
      // before the resend, Darkslide queries the service once more; the notification arrives during this query
      if (isSent && !isHeard && path.endsWith('/query')) {
        isHeard = true;
        await post(addresses()[0] ?? '');
      }
      return null;
    };
    harness = await openHttpHarness({ haste: 1, callback: {}, through: answering(answer) });
    const { isKnown } = harness.ledger.hints;
    Object.assign(harness.ledger.hints, { isKnown: (key: string) => isHeard && isKnown(key) });
    harness.demo.inject({ on: 'query', kind: 'lag', ms: 600_000 });
    const job = await harness.admit();
    await expect.poll(() => harness.history(job), patience).toContain('in doubt');
    harness.demo.clearFaults();
    await harness.until(job, 'done');
    expect(harness.bought()).toBe(1);
    expect(harness.told.filter(({ kind }) => kind === 'mistake')).toEqual([]);
  });
});
