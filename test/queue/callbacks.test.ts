import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '#electron/base/clock.ts';
import { startDemo } from '#electron/demo/demo.ts';
import { readLedger } from '#electron/ledger/open.ts';
import { usualCallback } from '#electron/settings/callback.ts';
import { live } from '../crash/life.ts';
import { until } from '../demo/harness.ts';
import { between, post } from './between.ts';
import { dies, doubtWindow, type Death } from './death.ts';
import { plainRecipe, type Desk } from './desk.ts';
import { openHttpDesk } from './http-desk.ts';

const patience = { timeout: 40_000, interval: 20 };

let desk: Desk;
afterEach(() => desk.close());

const addresses = () => desk.demo.books().executions.flatMap((e) => e.callbackUrl ?? []);
/** Whether the service has told of the end, and written down what it was answered. */
const isTold = () => desk.demo.books().callbacks.some(({ status }) => status === 'Success');
const [row, told] = [
  (job: number) => desk.ledger.executions.ofJob(job)[0],
  (job: number) => desk.ledger.history.of(job).map(({ what }) => what),
];

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
    desk = await openHttpDesk({
      haste: 1,
      demo: { speed: { executionMs: 1500, jitterMs: 0 } },
      callback: { publicUrlOf: reverseProxy, trustedProxies: ['127.0.0.1/32'] },
    });
    const job = await desk.admit();
    await desk.until(job, 'done');
    expect(addresses()[0]).toMatch(/\/studio\/[\w-]{43}$/);
    expect(desk.ledger.hints.learned('removeBG', 9)).toEqual(['hint']);
    await expect.poll(isTold, patience).toBe(true);
    expect(desk.demo.books().callbacks.every(({ acknowledged }) => acknowledged)).toBe(true);
    expect(desk.receiver.status()).toMatchObject({ lastRefusal: null });
  });

  it('F21 a callback before the answer to execute gives one result', async () => {
    desk = await openHttpDesk({ haste: 1, callback: {} });
    desk.demo.inject({ on: 'execute', kind: 'slow', ms: 1500, when: 'before-answer' });
    const job = await desk.admit();
    await expect.poll(() => desk.receiver.status().acknowledged, patience).toBeGreaterThan(0);
    expect(row(job)).toMatchObject({ state: 'sending' });
    expect(row(job)?.hints).toBeGreaterThan(0);
    await desk.until(job, 'done');
    expect(desk.bought()).toBe(1);
    expect(desk.ledger.results.ofJob(job)).toHaveLength(1);
    expect(told(job)).not.toContain('in doubt');
  });

  it('F21 a callback ends the doubt about an answer that never comes, before the first question is due', async () => {
    // time nearly stands still: no question is due before it passes
    desk = await openHttpDesk({ haste: 0.01, callback: {} });
    desk.demo.inject({ on: 'execute', kind: 'accept-then-close' });
    const job = await desk.admit();
    await expect.poll(() => told(job), patience).toContain('in doubt');
    await expect.poll(() => told(job), patience).toContain('found at the service');
    desk.clock.machineSleeps(600_000);
    await desk.until(job, 'done');
    expect(desk.bought()).toBe(1);
  });

  it('F22 a callback that comes three times changes one thing, and is acknowledged each time', async () => {
    desk = await openHttpDesk({ callback: {} });
    const job = await desk.admit();
    await desk.until(job, 'done');
    await expect.poll(isTold, patience).toBe(true);
    const [url = ''] = addresses();
    const before = [desk.ledger.executions.ofJob(job), desk.ledger.results.ofJob(job), told(job)];
    for (let time = 1; time <= 3; time += 1) {
      expect(await post(url)).toEqual({ status: 200, text: 'SUCCESS' });
    }
    expect([desk.ledger.executions.ofJob(job), desk.ledger.results.ofJob(job), told(job)]).toEqual(
      before,
    );
    expect(desk.bought()).toBe(1);
  });

  it('F23 a callback from a foreign address, or with a forged X-Forwarded-For, is refused', async () => {
    const service = '198.51.100.7';
    desk = await openHttpDesk({ callback: { sources: [service] } });
    const job = await desk.admit();
    await desk.until(job, 'done');
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
    await expect.poll(() => desk.demo.books().callbacks.length, patience).toBeGreaterThan(2);
    expect(desk.demo.books().callbacks.some(({ acknowledged }) => acknowledged)).toBe(false);
  });

  it('F24 a callback about an unknown execution is not acknowledged and changes nothing', async () => {
    desk = await openHttpDesk({ callback: {} });
    const job = await desk.admit();
    await desk.until(job, 'done');
    const url = new URL(addresses()[0] ?? '');
    const before = [row(job), told(job)];
    for (const path of ['/', '/told', '/told/', `/told/${'A'.repeat(43)}`, `${url.pathname}A`]) {
      expect(await post(`${url.origin}${path}`)).toEqual({ status: 404, text: 'REFUSED' });
    }
    expect([row(job), told(job)]).toEqual(before);
    expect(desk.receiver.status().refused).toMatchObject({ address: 5 });
  });

  it('F25 a callback that the ledger cannot take is not acknowledged', async () => {
    desk = await openHttpDesk({
      haste: 1,
      callback: {},
      demo: { speed: { executionMs: 600, jitterMs: 0 } },
    });
    const { hints } = desk.ledger;
    const { take } = hints;
    Object.assign(hints, {
      take: () => {
        throw new Error('database or disk is full');
      },
    });
    const job = await desk.admit();
    await expect.poll(() => addresses().length, patience).toBe(1);
    expect(await post(addresses()[0] ?? '')).toEqual({ status: 503, text: 'REFUSED' });
    Object.assign(hints, { take });
    expect(row(job)).toMatchObject({ hints: 0 });
    await desk.until(job, 'done');
  });

  it('weigh more than a no to an execute that was processed all the same', async () => {
    const heard = () => (desk.receiver.status().acknowledged > 0 ? true : undefined);
    const through = async (url: string) => {
      const { host, pathname } = new URL(url);
      const answer = async (path: string) => {
        if (!path.endsWith('/execute')) return null;
        await until(heard);
        return { status: 200, message: 'no' };
      };
      return `http://${await between(host, { answer })}${pathname}`;
    };
    desk = await openHttpDesk({ haste: 1, callback: {}, through });
    const job = await desk.admit();
    await desk.until(job, 'done');
    expect(desk.bought()).toBe(1);
    expect(told(job)).toContain('in doubt');
  });

  it('come to the address of the second try, where the first was not taken', async () => {
    desk = await openHttpDesk({ callback: {} });
    desk.demo.inject({ on: 'execute', kind: 'too-many', times: 1 });
    const job = await desk.admit();
    await desk.until(job, 'done');
    await expect.poll(() => desk.receiver.status().acknowledged, patience).toBeGreaterThan(0);
    expect(desk.bought()).toBe(1);
  });

  it('keep a request from being sent again that something between had called too many', async () => {
    let isSent = false;
    let isHeard = false;
    const through = async (url: string) => {
      const { host, pathname } = new URL(url);
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
      return `http://${await between(host, { answer })}${pathname}`;
    };
    desk = await openHttpDesk({ haste: 1, callback: {}, through });
    const { isKnown } = desk.ledger.hints;
    Object.assign(desk.ledger.hints, { isKnown: (key: string) => isHeard && isKnown(key) });
    desk.demo.inject({ on: 'query', kind: 'lag', ms: 600_000 });
    const job = await desk.admit();
    await expect.poll(() => told(job), patience).toContain('in doubt');
    desk.demo.clearFaults();
    await desk.until(job, 'done');
    expect(desk.bought()).toBe(1);
    expect(desk.told.filter(({ kind }) => kind === 'mistake')).toEqual([]);
  });

  it('keep a request that the service does not list from being sent again by itself', async () => {
    desk = await openHttpDesk({ callback: {} });
    desk.demo.inject({ on: 'execute', kind: 'accept-then-close' });
    desk.demo.inject({ on: 'query', kind: 'lag', ms: 600_000 });
    const job = await desk.admit({ recipe: { ...plainRecipe, onDoubt: 'resend' } });
    expect(await desk.until(job, 'held')).toBe('execution-unknown');
    expect(desk.bought()).toBe(1);
  });
});

describe('trust in notifications', () => {
  const asked = () => desk.demo.books().requests['query'] ?? 0;
  const slow = { executionMs: 1000, jitterMs: 0 };
  /** One photo from its admission to its end: how many questions were asked. */
  const run = async () => {
    const before = asked();
    const job = await desk.admit({ again: true });
    await desk.until(job, 'done');
    return asked() - before;
  };
  const learned = () => desk.ledger.hints.learned('removeBG', 9);

  it('makes the service be asked twice for an execution, and each end be known at once', async () => {
    desk = await openHttpDesk({ haste: 1, callback: {}, demo: { speed: slow } });
    for (let n = 0; n < 3; n += 1) await run();
    expect(learned()).toEqual(['hint', 'hint', 'hint']);
    // once before it is sent, once for each notification
    expect(await run()).toBe(3);
    expect(learned()).toEqual(['hint', 'hint', 'hint', 'hint']);
  });

  it('ends with one that stays away; whoever slept by it is asked about at once', async () => {
    desk = await openHttpDesk({ haste: 1, callback: {}, demo: { speed: slow } });
    for (let n = 0; n < 3; n += 1) await run();
    // as when a tunnel ends: nobody tells the studio
    Object.assign(desk.ledger.hints, { take: () => null, isKnown: () => false });
    const first = await desk.admit({ photo: 'https://photos.example/1.jpg' });
    const startOf = (job: number) => row(job)?.startedMono ?? Infinity;
    await expect.poll(() => desk.clock.mono() - startOf(first), patience).toBeGreaterThan(1500);
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
  const deaths: readonly [string, Death, number][] = [
    ['F25 before the commit of a callback: no SUCCESS', { at: 'before', commit: 'take' }, 0],
    ['F25 after it, before SUCCESS: the hint is kept', { at: 'after', commit: 'take' }, 1],
  ];
  it.each(deaths)(
    '%s',
    async (_, death, hints) => {
      desk = await openHttpDesk(); // closed after each test
      const folder = await mkdtemp(join(tmpdir(), 'darkslide-callback-'));
      onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
      const [data, out] = [join(folder, 'data'), join(folder, 'out')];
      await mkdir(out);
      const demo = await startDemo({
        folder: join(folder, 'demo'),
        render: 'quick',
        speed: { executionMs: 1500, jitterMs: 0 },
      });
      onTestFinished(() => demo.close());
      const port = await freePort();
      const callback = {
        ...usualCallback,
        isOn: true,
        port,
        publicUrl: `http://127.0.0.1:${port}`,
        sources: ['127.0.0.1'],
      };
      await dies({ data, out, url: demo.url, key: demo.key, death, callback });
      const opened = readLedger(data, systemClock);
      if (!opened.ok) throw new Error(opened.problem.message);
      expect(opened.value.executions.ofJob(1)).toMatchObject([{ hints }]);
      opened.value.close();
      expect(demo.books().callbacks.some(({ acknowledged }) => acknowledged)).toBe(false);
      await live(['resume', '--until-idle=1', `--doubt-window=${doubtWindow}`], {
        DARKSLIDE_DATA: data,
        DARKSLIDE_SERVICE_URL: demo.url,
        DARKSLIDE_API_KEY: demo.key,
      }).ended;
      expect(demo.books().executions).toHaveLength(1);
      expect(demo.books().callbacks.some(({ acknowledged }) => acknowledged)).toBe(false);
    },
    60_000,
  );
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}
