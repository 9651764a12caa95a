import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Fault } from '#electron/demo/faults.ts';
import { openWindow, patience, type Window } from '../../test/handlers/window.ts';
import { sessionSecrets } from '../settings/secrets.ts';
import { openDesk } from './desk.ts';

let window: Window;
afterEach(() => window.close());

const address = (n: number) => `https://photos.example/${n}.jpg`;

const way = ['address', 'name', 'connection'];

describe('the test of a connection', () => {
  const cases: readonly [what: string, fault: Fault | null, steps: readonly string[]][] = [
    ['a service that answers', null, [...way, 'envelope', 'key']],
    ['a sign-in page between', { on: 'info', kind: 'html' }, [...way, '!envelope']],
    [
      'a key that is not accepted',
      { on: 'info', kind: 'unauthorised' },
      [...way, 'envelope', '!key'],
    ],
    [
      'a service that refuses the question',
      { on: 'info', kind: 'refused', text: 'No.' },
      [...way, 'envelope', 'key'],
    ],
  ];

  it.each(cases)('tells of %s by its steps', async (_what, fault, steps) => {
    window = await openWindow();
    if (fault !== null) window.service.inject(fault);
    const { url, key } = window.service;
    const test = await window.ask('settings.test', { url, key });
    const seen = test.steps.map(({ step, problem }) => (problem === null ? step : `!${step}`));
    expect(seen).toEqual(steps);
    expect(test.isGood).toBe(!steps.some((step) => step.startsWith('!')));
    expect(JSON.stringify(test)).not.toContain(key);
  });

  it('tells of an address that is none, of one where nobody is, and of a key that is missing', async () => {
    window = await openWindow({ service: 'none' });
    const failing = async (url: string, key: string | null) =>
      (await window.ask('settings.test', { url, key })).steps.at(-1)?.step;
    expect(await failing('example', 'key')).toBe('address');
    expect(await failing('http://example.com/x', 'key')).toBe('address');
    expect(await failing('http://127.0.0.1:9/x', 'key')).toBe('connection');
    expect(await failing(window.service.url, null)).toBe('key');
    expect(await failing(window.service.url, 'a\nb')).toBe('key');
  });
});

describe('connecting', () => {
  it('works with the service in a ledger of its own, and goes back to the demo', async () => {
    window = await openWindow({ service: 'none' });
    expect((await window.ask('settings.get', {})).service).toEqual({
      url: null,
      key: 'none',
      isFixed: false,
    });
    await window.ask('work.pause', {});
    await window.admit(address(1));
    const { url, key } = window.service;
    const connected = await window.ask('settings.connect', { url: `${url}/`, key });
    expect(connected.service).toEqual({ url, key: 'session', isFixed: false });
    expect(await window.ask('status.get', {})).toMatchObject({
      connection: 'connected',
      serviceUrl: url,
      counts: { total: 0 },
      isPaused: false,
    });
    const id = await window.admit();
    await window.until(id, 'done');
    expect((await window.ask('settings.disconnect', {})).service.url).toBeNull();
    expect(await window.ask('status.get', {})).toMatchObject({
      connection: 'demo',
      counts: { waiting: 1, total: 1 },
    });
  });

  it('stays with what it works with when the address or the key is wrong', async () => {
    window = await openWindow({ service: 'none' });
    const { url } = window.service;
    const bad = await window.refused('settings.connect', { url: 'ftp://x', key: 'a' });
    expect(bad.code).toBe('service-bad-url');
    const none = await window.refused('settings.connect', { url, key: null });
    expect(none.code).toBe('service-key-missing');
    expect((await window.ask('settings.get', {})).service.url).toBeNull();
    expect((await window.ask('status.get', {})).connection).toBe('demo');
  });

  it('without its key after a restart buys nothing, and goes on when it is given', async () => {
    window = await openWindow({ service: 'none' });
    const { url, key } = window.service;
    await window.ask('settings.connect', { url, key });
    window = await window.restart();
    expect((await window.ask('settings.get', {})).service).toMatchObject({ url, key: 'none' });
    expect((await window.ask('status.get', {})).connection).toBe('keyless');
    const id = await window.admit();
    await expect
      .poll(async () => (await window.ask('status.get', {})).waitingFor, patience)
      .toMatchObject([{ gate: 'service', needsPerson: true }]);
    expect((await window.ask('status.get', {})).connection).toBe('keyless');
    await window.ask('settings.connect', { url, key });
    await window.until(id, 'done');
    expect((await window.ask('status.get', {})).connection).toBe('connected');
  });

  it('is for who started it without a service', async () => {
    window = await openWindow();
    const { url, key } = window.service;
    expect((await window.ask('settings.get', {})).service.isFixed).toBe(true);
    const refusal = await window.refused('settings.connect', { url, key });
    expect(refusal.code).toBe('service-fixed');
  });
});

describe('F82 the key', () => {
  it('is in no file, no log, no answer and no diagnostics', async () => {
    window = await openWindow({ service: 'none' });
    const { url, key } = window.service;
    const told = [
      await window.ask('settings.connect', { url, key }),
      await window.client.ask('settings.test', { url: `${url}?key=${key}`, key }),
      await window.client.ask('settings.connect', { url: `https://${key}:x@x.example`, key }),
      await window.ask('settings.get', {}),
    ];
    window.desk.log.note('error', `The service at ${url} said: bad key ${key}`);
    told.push(
      (await window.ask('log.page', { least: 'info', limit: 100 })) as never,
      (await window.ask('diagnostics.get', {})) as never,
    );
    expect(JSON.stringify(told)).not.toContain(key);
    const entries = await readdir(window.folder, { recursive: true, withFileTypes: true });
    for (const entry of entries.filter((one) => one.isFile())) {
      const bytes = await readFile(join(entry.parentPath, entry.name));
      // the demo service of the program keeps a key of its own, which is none
      expect(bytes.includes(key), entry.name).toBe(false);
    }
  });

  it('and where photos lie are not in what is sent to support', async () => {
    window = await openWindow();
    window.desk.log.note('warn', 'The photo /Users/ann/Secret Shoot/IMG 1.jpg is gone.');
    const text = await window.ask('diagnostics.get', {});
    expect(text).toContain('…/IMG 1.jpg is gone.');
    expect(text).not.toMatch(/\bann\b|Secret/);
    expect(text).not.toContain(window.folder);
  });
});

describe('a change of the settings', () => {
  it('is in force at once: more images a day let the next one go', async () => {
    window = await openWindow();
    await window.ask('settings.change', { preferences: { imagesPerDay: 1, inFlight: 2 } });
    await window.until(await window.admit(), 'done');
    const next = await window.admit('watch-steel.jpg');
    await expect
      .poll(async () => (await window.ask('queue.job', { id: next })).row.problem?.code, patience)
      .toBe('spending-limit');
    const { preferences, revision } = await window.ask('settings.change', {
      preferences: { imagesPerDay: 2 },
    });
    expect(preferences).toMatchObject({ imagesPerDay: 2, inFlight: 2 });
    expect(revision).toBe(2);
    await window.until(next, 'done');
    expect((await window.ask('status.get', {})).today).toEqual({ images: 2, limit: 2 });
  });

  it('that cannot be used changes nothing', async () => {
    window = await openWindow();
    for (const preferences of [{ naming: '{nmae}' }, { skuPattern: '(' }, { outFolder: 'here' }]) {
      expect((await window.refused('settings.change', { preferences })).parameter).toBe(
        Object.keys(preferences)[0],
      );
    }
    expect((await window.ask('settings.get', {})).revision).toBe(0);
  });
});

describe('the data folder', () => {
  it.each(['fixed', 'none'] as const)('is for one program alone (service: %s)', async (service) => {
    window = await openWindow({ service });
    const { url, key } = window.service;
    for (const other of [null, { url, key }]) {
      const second = await openDesk({
        dataFolder: window.folder,
        service: other,
        secrets: sessionSecrets(),
        env: {},
      });
      expect(second).toMatchObject({ problem: { code: 'data-folder-locked' } });
    }
  });

  it('that goes away ends the work in words, and nothing is written where it was', async () => {
    window = await openWindow();
    await rename(window.folder, `${window.folder}-gone`);
    const problem = async () => {
      const answer = await window.client.ask('status.get', {});
      return answer.ok ? null : answer.problem.code;
    };
    await expect.poll(problem, patience).toBe('data-folder-gone');
    expect(window.bugs).toEqual([]);
    await rm(`${window.folder}-gone`, { recursive: true });
  });
});
