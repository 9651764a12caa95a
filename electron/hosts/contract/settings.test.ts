import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Fault } from '#electron/demo/faults.ts';
import { openWindow, type Window } from '../../../test/handlers/window.ts';
import { codeOf } from '../../../test/fixtures/values.ts';
import { sessionIn } from '../../../test/handlers/session-in.ts';

let window: Window;

const status = () => window.ask('status.get', {});
const settings = () => window.ask('settings.get', {});

describe('the test of a connection', () => {
  it.each<[string, Fault | null, string]>([
    ['a service that answers', null, 'envelope key'],
    ['a sign-in page of the network', { on: 'info', kind: 'html' }, '!envelope'],
    ['a key that is not accepted', { on: 'info', kind: 'unauthorised' }, 'envelope !key'],
    ['a refused query', { on: 'info', kind: 'refused', text: 'No.' }, 'envelope key'],
  ])('reports %s by its steps', async (_what, fault, steps) => {
    window = await openWindow();
    if (fault !== null) window.service.inject(fault);
    const { url, key } = window.service;
    const test = await window.ask('settings.test', { url, key });
    const seen = test.steps.map(({ step, problem }) => (problem === null ? step : `!${step}`));
    expect(seen.join(' ')).toBe(`address name connection ${steps}`);
    expect(test.isGood).toBe(!steps.includes('!'));
    expect(JSON.stringify(test)).not.toContain(key);
  });

  it('reports an invalid address, an unreachable one, and a missing key', async () => {
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
  it('uses the service with a separate ledger, and returns to the demo', async () => {
    window = await openWindow({ service: 'none' });
    const none = { url: null, key: 'none', isFixed: false };
    expect((await settings()).service).toEqual(none);
    await window.ask('work.pause', {});
    await window.admit('https://photos.example/1.jpg');
    const { url, key } = window.service;
    const connected = await window.ask('settings.connect', { url: `${url}/`, key });
    expect(connected.service).toEqual({ url, key: 'session', isFixed: false });
    const empty = { counts: { total: 0 }, isPaused: false };
    expect(await status()).toMatchObject({ connection: 'connected', serviceUrl: url, ...empty });
    await window.until(await window.admit(), 'done');
    expect((await window.ask('settings.disconnect', {})).service.url).toBeNull();
    const counts = { waiting: 1, total: 1 };
    expect(await status()).toMatchObject({ connection: 'demo', counts });
  });

  it('keeps the current service if the new address or key is wrong', async () => {
    window = await openWindow({ service: 'none' });
    const { url } = window.service;
    const bad = await window.refused('settings.connect', { url: 'ftp://x', key: 'a' });
    expect(bad.code).toBe('service-bad-url');
    const none = await window.refused('settings.connect', { url, key: null });
    expect(none.code).toBe('service-key-missing');
    expect((await settings()).service.url).toBeNull();
    expect((await status()).connection).toBe('demo');
  });

  it('is necessary again after a restart without the key: until then, nothing is bought', async () => {
    window = await openWindow({ service: 'none' });
    const { url, key } = window.service;
    await window.ask('settings.connect', { url, key });
    window = await window.restart();
    expect((await settings()).service).toMatchObject({ url, key: 'none' });
    expect((await status()).connection).toBe('keyless');
    const id = await window.admit();
    const keyless = [{ gate: 'service', needsPerson: true }];
    await expect.poll(status).toMatchObject({ waitingFor: keyless });
    expect((await status()).connection).toBe('keyless');
    await window.ask('settings.connect', { url, key });
    await window.until(id, 'done');
    expect((await status()).connection).toBe('connected');
  });

  it('is refused if Darkslide was started for a fixed service', async () => {
    window = await openWindow();
    const { url, key } = window.service;
    expect((await settings()).service.isFixed).toBe(true);
    expect((await window.refused('settings.connect', { url, key })).code).toBe('service-fixed');
  });
});

describe('F82 the key', () => {
  it('is never in a file, log, answer or the diagnostics', async () => {
    window = await openWindow({ service: 'none' });
    const { url, key } = window.service;
    const told = [
      await window.ask('settings.connect', { url, key }),
      await window.client.ask('settings.test', { url: `${url}?key=${key}`, key }),
      await window.client.ask('settings.connect', { url: `https://${key}:x@x.example`, key }),
      await window.ask('settings.get', {}),
    ];
    window.session.log.note('error', `The service at ${url} said: bad key ${key}`);
    told.push(
      (await window.ask('log.page', { least: 'info', limit: 100 })) as never,
      (await window.ask('diagnostics.get', {})) as never,
    );
    expect(JSON.stringify(told)).not.toContain(key);
    const entries = await readdir(window.folder, { recursive: true, withFileTypes: true });
    for (const entry of entries.filter((one) => one.isFile())) {
      const bytes = await readFile(join(entry.parentPath, entry.name));
      // The program's demo service has its own key, which is not secret.
      expect(bytes.includes(key), entry.name).toBe(false);
    }
  });

  it('and the folders of photos are not in the diagnostics', async () => {
    window = await openWindow();
    window.session.log.note('warn', 'The photo /Users/ann/Secret Shoot/IMG 1.jpg is gone.');
    const text = await window.ask('diagnostics.get', {});
    expect(text).toContain('…/IMG 1.jpg is gone.');
    expect(text).not.toMatch(/\bann\b|Secret/);
    expect(text).not.toContain(window.folder);
  });
});

describe('a change of the settings', () => {
  it('changes nothing if it is invalid', async () => {
    window = await openWindow();
    for (const [parameter, value] of [
      ['naming', '{nmae}'],
      ['skuPattern', '('],
      ['outFolder', 'here'],
    ] as const) {
      const preferences = { [parameter]: value };
      expect(await window.refused('settings.change', { preferences })).toMatchObject({ parameter });
    }
    expect((await settings()).revision).toBe(0);
  });
});

describe('the data folder', () => {
  it.each(['fixed', 'none'] as const)(
    'can be used by only one process (service: %s)',
    async (service) => {
      window = await openWindow({ service });
      const { url, key } = window.service;
      for (const other of [null, { url, key }]) {
        await expect(sessionIn(window.folder, { service: other })).rejects.toThrow(
          'data-folder-locked',
        );
      }
    },
  );

  it('ends the work with a problem if it disappears, and nothing is written in its place', async () => {
    window = await openWindow();
    await rename(window.folder, `${window.folder}-gone`);
    const problem = async () => codeOf(await window.client.ask('status.get', {}));
    await expect.poll(problem).toBe('data-folder-gone');
    expect(window.bugs).toEqual([]);
    await rm(`${window.folder}-gone`, { recursive: true });
  });
});
