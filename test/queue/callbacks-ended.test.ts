import { describe, expect, it } from 'vitest';
import { until } from '../demo/harness.ts';
import { answering, post } from './between.ts';
import { openDesk, type Desk } from './desk.ts';
import { openHttpDesk } from './http-desk.ts';

const patience = { timeout: 40_000, interval: 20 };

let desk: Desk;

const addresses = () => desk.demo.books().executions.flatMap((e) => e.callbackUrl ?? []);

describe('a notification of a job that has ended', () => {
  /** Lets none in before it is told to; what then comes, comes once. */
  const deaf = () => {
    let isHearing = false;
    const { isKnown } = desk.ledger.hints;
    Object.assign(desk.ledger.hints, { isKnown: (key: string) => isHearing && isKnown(key) });
    return async () => {
      isHearing = true;
      expect(await post(addresses()[0] ?? '')).toMatchObject({ text: 'SUCCESS' });
    };
  };

  it('because nobody knew of its request has it asked about, and brings its image', async () => {
    desk = await openDesk({ callback: {} });
    const hear = deaf();
    desk.demo.inject({ on: 'execute', kind: 'accept-then-close' });
    desk.demo.inject({ on: 'query', kind: 'lag', ms: 600_000 });
    const job = await desk.admit();
    expect(await desk.until(job, 'held')).toBe('execution-unknown');
    desk.demo.clearFaults();
    await hear();
    expect(await desk.until(job, 'done')).toBeNull();
    expect(desk.bought()).toBe(1);
  });

  it('because it was refused does so as well', async () => {
    const no = (path: string) =>
      Promise.resolve(path.endsWith('/execute') ? { status: 200, message: 'no' } : null);
    desk = await openHttpDesk({ callback: {}, through: answering(no) });
    const hear = deaf();
    const job = await desk.admit();
    await desk.until(job, 'failed');
    await hear();
    expect(await desk.until(job, 'done')).toBeNull();
    expect(desk.bought()).toBe(1);
  });

  it('that a person has given up has the person told at once', async () => {
    desk = await openDesk({ callback: {} });
    const hear = deaf();
    desk.demo.inject({ on: 'execute', kind: 'accept-then-close' });
    desk.demo.inject({ on: 'query', kind: 'lag', ms: 600_000 });
    const job = await desk.admit();
    await desk.poll(() => desk.history(job)).toContain('in doubt');
    await desk.runner.change([job], () => {
      desk.ledger.executions.giveUp(desk.executions(job)[0]?.id ?? 0, 'a person decided so');
      desk.ledger.jobs.end(job, 'cancelled', { code: 'cancelled', message: 'Given up.' });
    });
    desk.demo.clearFaults();
    await hear();
    const problem = () => desk.job(job).problem?.message;
    await desk.poll(problem).toContain('was processed after all');
    expect(desk.bought()).toBe(1);
  });
});

describe('a notification', () => {
  it('weighs more than a no to an execute that was processed all the same', async () => {
    const heard = () => (desk.receiver.status().acknowledged > 0 ? true : undefined);
    const answer = async (path: string) => {
      if (!path.endsWith('/execute')) return null;
      await until(heard);
      return { status: 200, message: 'no' };
    };
    desk = await openHttpDesk({ haste: 1, callback: {}, through: answering(answer) });
    const job = await desk.done();
    expect(desk.bought()).toBe(1);
    expect(desk.history(job)).toContain('in doubt');
  });

  it('keeps a request from being sent again that something between had called too many', async () => {
    let isSent = false;
    let isHeard = false;
    const answer = async (path: string) => {
      if (path.endsWith('/execute')) {
        isSent = true;
        return { status: 429, message: 'too many' };
      }
      // the question before it is sent again: a notification comes while it is answered
      if (isSent && !isHeard && path.endsWith('/query')) {
        isHeard = true;
        await post(addresses()[0] ?? '');
      }
      return null;
    };
    desk = await openHttpDesk({ haste: 1, callback: {}, through: answering(answer) });
    const { isKnown } = desk.ledger.hints;
    Object.assign(desk.ledger.hints, { isKnown: (key: string) => isHeard && isKnown(key) });
    desk.demo.inject({ on: 'query', kind: 'lag', ms: 600_000 });
    const job = await desk.admit();
    await expect.poll(() => desk.history(job), patience).toContain('in doubt');
    desk.demo.clearFaults();
    await desk.until(job, 'done');
    expect(desk.bought()).toBe(1);
    expect(desk.told.filter(({ kind }) => kind === 'mistake')).toEqual([]);
  });
});
