import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { usualCallback } from '#shared/views/callback.ts';
import { between, post } from './between.ts';
import { deskAfter, openDesk, plainRecipe, type Desk } from './desk.ts';

let desk: Desk;

const addresses = () => desk.demo.books().executions.flatMap((e) => e.callbackUrl ?? []);
/** Whether the service has told of the end, and written down what it was answered. */
const isTold = () => desk.demo.books().callbacks.some(({ status }) => status === 'Success');
const row = (job: number) => desk.executions(job)[0];

/** A reverse proxy that takes the path of the public address away and adds where a request comes from. */
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
  it('tell of the end before anybody asks, through a reverse proxy', async () => {
    desk = await openDesk({
      callback: { publicUrlOf: reverseProxy, trustedProxies: ['127.0.0.1/32'] },
    });
    await desk.done();
    expect(addresses()[0]).toMatch(/\/studio\/[\w-]{43}$/);
    expect(desk.ledger.hints.learned('removeBG', 9)).toEqual(['hint']);
    await desk.poll(isTold).toBe(true);
    expect(desk.demo.books().callbacks.every(({ acknowledged }) => acknowledged)).toBe(true);
    expect(desk.receiver.status()).toMatchObject({ lastRefusal: null });
  });

  it('F21 a callback before the answer to execute gives one result', async () => {
    desk = await openDesk({ callback: {} });
    desk.demo.inject({ on: 'execute', kind: 'slow', ms: 5000, when: 'before-answer' });
    const job = await desk.admit();
    await desk.poll(() => desk.receiver.status().acknowledged).toBeGreaterThan(0);
    expect(row(job)).toMatchObject({ state: 'sending' });
    expect(row(job)?.hints).toBeGreaterThan(0);
    await desk.until(job, 'done');
    expect(desk.bought()).toBe(1);
    expect(desk.ledger.results.ofJob(job)).toHaveLength(1);
    expect(desk.history(job)).not.toContain('in doubt');
  });

  it('F21 a callback ends the doubt about an answer that never comes, before the first question is due', async () => {
    desk = await openDesk({ callback: {}, demo: { speed: { executionMs: 3000, jitterMs: 0 } } });
    desk.demo.inject({ on: 'execute', kind: 'accept-then-close' });
    const job = await desk.admit();
    await desk.poll(() => desk.history(job)).toContain('in doubt');
    const since = desk.clock.mono();
    await desk.poll(() => desk.history(job)).toContain('found at the service');
    expect(desk.clock.mono() - since).toBeLessThan(2000);
    await desk.until(job, 'done');
    expect(desk.bought()).toBe(1);
  });

  it('F22 a callback that comes three times changes one thing, and is acknowledged each time', async () => {
    desk = await openDesk({ callback: {} });
    const job = await desk.done();
    await desk.poll(isTold).toBe(true);
    const [url = ''] = addresses();
    const before = [desk.executions(job), desk.ledger.results.ofJob(job), desk.history(job)];
    for (let time = 1; time <= 3; time += 1) {
      expect(await post(url)).toEqual({ status: 200, text: 'SUCCESS' });
    }
    expect([desk.executions(job), desk.ledger.results.ofJob(job), desk.history(job)]).toEqual(
      before,
    );
    expect(desk.bought()).toBe(1);
  });

  it('F23 a callback from a foreign address, or with a forged X-Forwarded-For, is refused', async () => {
    const service = '198.51.100.7';
    desk = await openDesk({ callback: { sources: [service] } });
    const job = await desk.done();
    const [url = ''] = addresses();
    for (const forged of [
      {},
      { 'x-forwarded-for': service },
      { 'x-forwarded-for': `${service}, ${service}` },
    ]) {
      expect(await post(url, forged)).toEqual({ status: 403, text: 'REFUSED' });
    }
    expect(row(job)).toMatchObject({ hints: 0 });
    expect(desk.receiver.status()).toMatchObject({ acknowledged: 0, lastAt: null });
    await desk.poll(() => desk.demo.books().callbacks.length).toBeGreaterThan(2);
    expect(desk.demo.books().callbacks.some(({ acknowledged }) => acknowledged)).toBe(false);
  });

  it('F24 a callback about an unknown execution is not acknowledged and changes nothing', async () => {
    desk = await openDesk({ callback: {} });
    const job = await desk.done();
    const url = new URL(addresses()[0] ?? '');
    const before = [row(job), desk.history(job)];
    for (const path of ['/', '/told', '/told/', `/told/${'A'.repeat(43)}`, `${url.pathname}A`]) {
      expect(await post(`${url.origin}${path}`)).toEqual({ status: 404, text: 'REFUSED' });
    }
    expect([row(job), desk.history(job)]).toEqual(before);
    expect(desk.receiver.status().refused).toMatchObject({ address: 5 });
  });

  it('F25 a callback that the ledger cannot take is not acknowledged', async () => {
    desk = await openDesk({ callback: {} });
    const { hints } = desk.ledger;
    const { take } = hints;
    Object.assign(hints, {
      take: () => {
        throw new Error('database or disk is full');
      },
    });
    const job = await desk.admit();
    await desk.poll(() => addresses().length).toBe(1);
    expect(await post(addresses()[0] ?? '')).toEqual({ status: 503, text: 'REFUSED' });
    Object.assign(hints, { take });
    expect(row(job)).toMatchObject({ hints: 0 });
    await desk.until(job, 'done');
  });

  it('come to the address of the second try, where the first was not taken', async () => {
    desk = await openDesk({ callback: {} });
    desk.demo.inject({ on: 'execute', kind: 'too-many', times: 1 });
    await desk.done();
    await desk.poll(() => desk.receiver.status().acknowledged).toBeGreaterThan(0);
    expect(desk.bought()).toBe(1);
  });

  it('keep a request that the service does not list from being sent again by itself', async () => {
    desk = await openDesk({ callback: {} });
    desk.demo.inject({ on: 'execute', kind: 'accept-then-close' });
    desk.demo.inject({ on: 'query', kind: 'lag', ms: 600_000 });
    const job = await desk.admit({ recipe: { ...plainRecipe, onDoubt: 'resend' } });
    expect(await desk.until(job, 'held')).toBe('execution-unknown');
    expect(desk.bought()).toBe(1);
  });
});

describe('trust in notifications', () => {
  /** One photo from its admission to its end: how many questions were asked. */
  const run = async () => {
    const before = desk.asked('query');
    await desk.done({ again: true });
    return desk.asked('query') - before;
  };
  const learned = () => desk.ledger.hints.learned('removeBG', 9);

  it('makes the service be asked twice for an execution, and each end be known at once', async () => {
    desk = await openDesk({ callback: {} });
    for (let n = 0; n < 3; n += 1) await run();
    expect(learned()).toEqual(['hint', 'hint', 'hint']);
    // once before it is sent, once for each notification
    expect(await run()).toBe(3);
    expect(learned()).toEqual(['hint', 'hint', 'hint', 'hint']);
  });

  it('ends with one that stays away; whoever slept by it is asked about at once', async () => {
    desk = await openDesk({ callback: {} });
    for (let n = 0; n < 3; n += 1) await run();
    // as when a tunnel ends: nobody tells the studio
    Object.assign(desk.ledger.hints, { take: () => null, isKnown: () => false });
    const first = await desk.admit({ photo: 'https://photos.example/1.jpg' });
    const startOf = (job: number) => row(job)?.startedMono ?? Infinity;
    await desk.poll(() => desk.clock.mono() - startOf(first)).toBeGreaterThan(1500);
    const second = await desk.admit({ photo: 'https://photos.example/2.jpg' });
    await desk.until(first, 'done');
    await desk.until(second, 'done');
    expect(learned().slice(0, 2)).toEqual(['poll', 'poll']);
    const endOf = (job: number) =>
      desk.ledger.history.of(job).findLast(({ what }) => what === 'finished')?.at ?? 0;
    expect(startOf(second) - startOf(first)).toBeGreaterThan(1500);
    expect(endOf(second) - endOf(first)).toBeLessThan(1000);
  });
});

describe('a kill', () => {
  it.each([
    ['F25 before the commit of a callback: no SUCCESS', 'before', 0],
    ['F25 after it, before SUCCESS: the hint is kept', 'after', 1],
  ] as const)('%s', async (_, at, hints) => {
    const port = await freePort();
    const publicUrl = `http://127.0.0.1:${port}`;
    const callback = { ...usualCallback, isOn: true, port, publicUrl, sources: ['127.0.0.1'] };
    const left: unknown[] = [];
    desk = await deskAfter(
      { death: { at, commit: 'take' }, callback },
      { before: ({ executions }) => left.push(...executions.ofJob(1)) },
    );
    expect(left).toMatchObject([{ hints }]);
    await desk.until(1, 'done');
    expect(desk.bought()).toBe(1);
    expect(desk.demo.books().callbacks.some(({ acknowledged }) => acknowledged)).toBe(false);
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}
