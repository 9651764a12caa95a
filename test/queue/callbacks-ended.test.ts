import { afterEach, describe, expect, it } from 'vitest';
import { between, post } from './between.ts';
import type { Desk } from './desk.ts';
import { openHttpDesk } from './http-desk.ts';

const patience = { timeout: 40_000, interval: 20 };

let desk: Desk;
afterEach(() => desk.close());

const addresses = () => desk.demo.books().executions.flatMap((e) => e.callbackUrl ?? []);
const row = (job: number) => desk.ledger.executions.ofJob(job)[0];
const told = (job: number) => desk.ledger.history.of(job).map(({ what }) => what);

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
    desk = await openHttpDesk({ callback: {} });
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
    const through = async (url: string) => {
      const { host, pathname } = new URL(url);
      return `http://${await between(host, { answer: no })}${pathname}`;
    };
    desk = await openHttpDesk({ callback: {}, through });
    const hear = deaf();
    const job = await desk.admit();
    await desk.until(job, 'failed');
    await hear();
    expect(await desk.until(job, 'done')).toBeNull();
    expect(desk.bought()).toBe(1);
  });

  it('that a person has given up has the person told at once', async () => {
    desk = await openHttpDesk({ haste: 1, callback: {} });
    const hear = deaf();
    desk.demo.inject({ on: 'execute', kind: 'accept-then-close' });
    desk.demo.inject({ on: 'query', kind: 'lag', ms: 600_000 });
    const job = await desk.admit();
    await expect.poll(() => told(job), patience).toContain('in doubt');
    await desk.runner.change([job], () => {
      desk.ledger.executions.giveUp(row(job)?.id ?? 0, 'a person decided so');
      desk.ledger.jobs.end(job, 'cancelled', { code: 'cancelled', message: 'Given up.' });
    });
    desk.demo.clearFaults();
    await hear();
    const problem = () => {
      const loaded = desk.ledger.jobs.load(job);
      return loaded.ok ? loaded.value.problem?.message : null;
    };
    await expect.poll(problem, patience).toContain('was processed after all');
    expect(desk.bought()).toBe(1);
  });
});
