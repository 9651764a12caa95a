import { describe, expect, it } from 'vitest';
import { usualCallback } from '#shared/views/callback.ts';
import { freePort } from '../network/server.ts';
import { between, post } from './between.ts';
import { harnessAfter, openHarness, plainRecipe, type Harness } from './harness.ts';

let harness: Harness;

const addresses = () => harness.demo.records().executions.flatMap((e) => e.callbackUrl ?? []);
/**
 * Returns whether the service has notified the studio of the end of an execution, and recorded the studio's
 * response.
 */
const isTold = () => harness.demo.records().callbacks.some(({ status }) => status === 'Success');
const row = (job: number) => harness.executions(job)[0];

/** Starts a reverse proxy that removes the path of the public address and adds the sender's address. */
async function reverseProxy(address: string): Promise<string> {
  const at = await between(address, {
    path: (path) => path.replace(/^\/studio/, ''),
    headers: ({ headers, socket }) => {
      const before = [headers['x-forwarded-for'] ?? []].flat();
      return { ...headers, 'x-forwarded-for': [...before, socket.remoteAddress].join(', ') };
    },
  });
  return `http://${at}/studio`;
}

describe('notifications of the demo service', () => {
  it('report the end before the next query, through a reverse proxy', async () => {
    harness = await openHarness({
      callback: { publicUrlOf: reverseProxy, trustedProxies: ['127.0.0.1/32'] },
    });
    await harness.done();
    expect(addresses()[0]).toMatch(/\/studio\/[\w-]{43}$/);
    expect(harness.ledger.hints.learned('removeBG', 9)).toEqual(['hint']);
    await harness.poll(isTold).toBe(true);
    expect(harness.demo.records().callbacks.every(({ acknowledged }) => acknowledged)).toBe(true);
    expect(harness.receiver.status()).toMatchObject({ lastRefusal: null });
  });

  it('F21 that arrive before the answer to the execute request lead to only one result', async () => {
    harness = await openHarness({ callback: {} });
    harness.demo.inject({ on: 'execute', kind: 'slow', ms: 5000, when: 'before-answer' });
    const job = await harness.admit();
    await harness.poll(() => harness.receiver.status().acknowledged).toBeGreaterThan(0);
    expect(row(job)).toMatchObject({ state: 'sending' });
    expect(row(job)?.hints).toBeGreaterThan(0);
    await harness.until(job, 'done');
    expect(harness.bought()).toBe(1);
    expect(harness.ledger.results.ofJob(job)).toHaveLength(1);
    expect(harness.history(job)).not.toContain('in doubt');
  });

  it('F21 end the doubt about a lost answer, before the first query is due', async () => {
    harness = await openHarness({
      callback: {},
      demo: { speed: { executionMs: 3000, jitterMs: 0 } },
    });
    harness.demo.inject({ on: 'execute', kind: 'accept-then-close' });
    const job = await harness.admit();
    await harness.poll(() => harness.history(job)).toContain('in doubt');
    const since = harness.clock.mono();
    await harness.poll(() => harness.history(job)).toContain('found at the service');
    expect(harness.clock.mono() - since).toBeLessThan(2000);
    await harness.until(job, 'done');
    expect(harness.bought()).toBe(1);
  });

  it('F22 that arrive three times have one effect, and are acknowledged each time', async () => {
    harness = await openHarness({ callback: {} });
    const job = await harness.done();
    await harness.poll(isTold).toBe(true);
    const [url = ''] = addresses();
    const before = [
      harness.executions(job),
      harness.ledger.results.ofJob(job),
      harness.history(job),
    ];
    for (let time = 1; time <= 3; time += 1) {
      expect(await post(url)).toEqual({ status: 200, text: 'SUCCESS' });
    }
    expect([
      harness.executions(job),
      harness.ledger.results.ofJob(job),
      harness.history(job),
    ]).toEqual(before);
    expect(harness.bought()).toBe(1);
  });

  it('F23 from a foreign address, or with a forged X-Forwarded-For, are refused', async () => {
    const service = '198.51.100.7';
    harness = await openHarness({ callback: { sources: [service] } });
    const job = await harness.done();
    const [url = ''] = addresses();
    for (const forged of [
      {},
      { 'x-forwarded-for': service },
      { 'x-forwarded-for': `${service}, ${service}` },
    ]) {
      expect(await post(url, forged)).toEqual({ status: 403, text: 'REFUSED' });
    }
    expect(row(job)).toMatchObject({ hints: 0 });
    expect(harness.receiver.status()).toMatchObject({ acknowledged: 0, lastAt: null });
    await harness.poll(() => harness.demo.records().callbacks.length).toBeGreaterThan(2);
    expect(harness.demo.records().callbacks.some(({ acknowledged }) => acknowledged)).toBe(false);
  });

  it('F24 about an unknown execution are not acknowledged and change nothing', async () => {
    harness = await openHarness({ callback: {} });
    const job = await harness.done();
    const url = new URL(addresses()[0] ?? '');
    const before = [row(job), harness.history(job)];
    for (const path of ['/', '/told', '/told/', `/told/${'A'.repeat(43)}`, `${url.pathname}A`]) {
      expect(await post(`${url.origin}${path}`)).toEqual({ status: 404, text: 'REFUSED' });
    }
    expect([row(job), harness.history(job)]).toEqual(before);
    expect(harness.receiver.status().refused).toMatchObject({ address: 5 });
  });

  it('F25 that the ledger can’t store are not acknowledged', async () => {
    harness = await openHarness({ callback: {} });
    const { hints } = harness.ledger;
    const { take } = hints;
    Object.assign(hints, {
      take: () => {
        throw new Error('database or disk is full');
      },
    });
    const job = await harness.admit();
    await harness.poll(() => addresses().length).toBe(1);
    expect(await post(addresses()[0] ?? '')).toEqual({ status: 503, text: 'REFUSED' });
    Object.assign(hints, { take });
    expect(row(job)).toMatchObject({ hints: 0 });
    await harness.until(job, 'done');
  });

  it('arrive at the address in the second execute request if the service rejected the first', async () => {
    harness = await openHarness({ callback: {} });
    harness.demo.inject({ on: 'execute', kind: 'too-many', times: 1 });
    await harness.done();
    await harness.poll(() => harness.receiver.status().acknowledged).toBeGreaterThan(0);
    expect(harness.bought()).toBe(1);
  });

  it('prevent an automatic resend of a request that the service doesn’t list', async () => {
    harness = await openHarness({ callback: {} });
    harness.demo.inject({ on: 'execute', kind: 'accept-then-close' });
    harness.demo.inject({ on: 'query', kind: 'lag', ms: 600_000 });
    const job = await harness.admit({ recipe: { ...plainRecipe, onDoubt: 'resend' } });
    expect(await harness.until(job, 'held')).toBe('execution-unknown');
    expect(harness.bought()).toBe(1);
  });
});

describe('trust in notifications', () => {
  /** Processes one photo to its end; returns the number of queries. */
  const run = async () => {
    const before = harness.asked('query');
    await harness.done({ again: true });
    return harness.asked('query') - before;
  };
  const learned = () => harness.ledger.hints.learned('removeBG', 9);

  it('leaves one query before the execution and one after each notification, and each end is known immediately', async () => {
    harness = await openHarness({ callback: {} });
    for (let n = 0; n < 3; n += 1) await run();
    expect(learned()).toEqual(['hint', 'hint', 'hint']);
    // one query before the request is sent, one after the notification of the start, and one after that of the
    // end
    expect(await run()).toBe(3);
    expect(learned()).toEqual(['hint', 'hint', 'hint', 'hint']);
  });

  it('ends when a notification is missing, and jobs that relied on notifications are then queried immediately', async () => {
    harness = await openHarness({ callback: {} });
    for (let n = 0; n < 3; n += 1) await run();
    // simulates a closed tunnel: the studio receives no notification
    Object.assign(harness.ledger.hints, { take: () => null, isKnown: () => false });
    const first = await harness.admit({ photo: 'https://photos.example/1.jpg' });
    const startOf = (job: number) => row(job)?.startedMono ?? Infinity;
    await harness.poll(() => harness.clock.mono() - startOf(first)).toBeGreaterThan(1500);
    const second = await harness.admit({ photo: 'https://photos.example/2.jpg' });
    await harness.until(first, 'done');
    await harness.until(second, 'done');
    expect(learned().slice(0, 2)).toEqual(['poll', 'poll']);
    const endOf = (job: number) =>
      harness.ledger.history.of(job).findLast(({ what }) => what === 'finished')?.at ?? 0;
    expect(startOf(second) - startOf(first)).toBeGreaterThan(1500);
    expect(endOf(second) - endOf(first)).toBeLessThan(1000);
  });
});

describe('a restart after a kill', () => {
  it.each([
    ['F25 before the commit of a callback: no SUCCESS', 'before', 0],
    ['F25 after the commit, before SUCCESS: the notification is kept', 'after', 1],
  ] as const)('%s', async (_, at, hints) => {
    const port = await freePort();
    const publicUrl = `http://127.0.0.1:${port}`;
    const callback = { ...usualCallback, isOn: true, port, publicUrl, sources: ['127.0.0.1'] };
    const left: unknown[] = [];
    harness = await harnessAfter(
      { death: { at, commit: 'take' }, callback },
      { before: ({ executions }) => left.push(...executions.ofJob(1)) },
    );
    expect(left).toMatchObject([{ hints }]);
    await harness.until(1, 'done');
    expect(harness.bought()).toBe(1);
    expect(harness.demo.records().callbacks.some(({ acknowledged }) => acknowledged)).toBe(false);
  });
});
