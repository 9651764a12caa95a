import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Problem } from '#shared/problem.ts';
import { openConf } from './conf.ts';
import { parsePolicy, type Policy } from './policy.ts';
import { openPreferences, readEffective, usualPreferences } from './preferences.ts';

let folder: string;
let told: Problem[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'darkslide-settings-'));
  told = [];
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
});

const open = (policy: Policy | null = null) =>
  openPreferences(folder, usualPreferences, (problem) => told.push(problem), openConf, policy);
const file = () => join(folder, 'settings.json');

describe('preferences', () => {
  it('are the usual ones at first, and what was chosen after a restart', () => {
    const first = open();
    expect(first.read()).toEqual(usualPreferences);
    expect(first.change({ inFlight: 3, outFolder: '/out', language: undefined })).toEqual({
      ok: true,
      value: undefined,
    });
    expect(first.revision()).toBe(1);
    first.setServiceUrl('https://example.com/openapi/v1');
    const second = open();
    expect(second.read()).toEqual({ ...usualPreferences, inFlight: 3, outFolder: '/out' });
    expect(second.serviceUrl()).toBe('https://example.com/openapi/v1');
    expect(told).toEqual([]);
  });

  it.each([
    ['cut short', '{"preferences": {"inFl'],
    ['empty', ''],
    ['a list', '[]'],
    ['not text', '\u0000\u0001\uFFFD'],
  ])('set a file aside that is %s, and go on', async (_what, text) => {
    await writeFile(file(), text);
    const preferences = open();
    expect(preferences.read()).toEqual(usualPreferences);
    expect(told).toMatchObject([{ code: 'settings-unreadable' }]);
    expect(await readFile(join(folder, 'settings-damaged.json'), 'utf8')).toBe(text);
    expect(preferences.change({ inFlight: 2 })).toMatchObject({ ok: true });
    expect(open().read().inFlight).toBe(2);
    expect(told).toHaveLength(1);
  });

  it('are those of notifications as they were chosen, or the usual ones for what cannot be used', async () => {
    const good = { ...usualPreferences.callback, isOn: true, sources: ['192.0.2.7'] };
    expect(open().change({ callback: good })).toMatchObject({ ok: true });
    expect(open().read().callback).toEqual(good);
    const bad = { ...good, sources: ['nobody'] };
    await writeFile(file(), JSON.stringify({ preferences: { callback: bad, inFlight: 4 } }));
    expect(open().read()).toEqual({ ...usualPreferences, inFlight: 4 });
    expect(told).toMatchObject([{ code: 'settings-damaged' }]);
  });

  it('keep what can be used of a file that a person has edited', async () => {
    const edited = {
      inFlight: 4,
      doubtWindow: -1,
      appearance: 'pink',
      naming: '../{name}',
      network: [],
      more: 1,
    };
    await writeFile(file(), JSON.stringify({ preferences: edited }));
    expect(open().read()).toEqual({ ...usualPreferences, inFlight: 4 });
    expect(told).toMatchObject([{ code: 'settings-damaged' }]);
  });

  it('open a file of a version that knew nothing of networks', async () => {
    await writeFile(file(), JSON.stringify({ preferences: { inFlight: 4 }, serviceUrl: null }));
    expect(open().read()).toEqual({ ...usualPreferences, inFlight: 4 });
    expect(told).toEqual([]);
  });

  it('show no password that was written into the address of a proxy', async () => {
    for (const proxyUrl of ['http://anna:p4ss@proxy.example:1', 'anna:p4@ss@proxy.example:1']) {
      const network = { ...usualPreferences.network, proxyUrl };
      await writeFile(file(), JSON.stringify({ preferences: { network } }));
      expect(open().read().network.proxyUrl).toMatch(/^(http:\/\/)?proxy\.example:1$/);
    }
  });

  it('open whatever a file holds', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.jsonValue(),
          fc.record({ preferences: fc.jsonValue(), serviceUrl: fc.jsonValue() }),
        ),
        async (json) => {
          await writeFile(file(), JSON.stringify(json));
          expect(Object.keys(open().read())).toEqual(Object.keys(usualPreferences));
        },
      ),
      { numRuns: 50 },
    );
  });

  it('refuse a template that leaves the folder and a pattern that is none, and change nothing', () => {
    const preferences = open();
    expect(preferences.change({ naming: '../{name}' })).toMatchObject({
      problem: { code: 'template-escapes', parameter: 'naming' },
    });
    expect(preferences.change({ skuPattern: '(' })).toMatchObject({
      problem: { code: 'pattern-invalid', parameter: 'skuPattern' },
    });
    expect(preferences.read()).toEqual(usualPreferences);
    expect(preferences.revision()).toBe(0);
  });

  it('that cannot be written are not changed', async () => {
    const preferences = open();
    preferences.change({ inFlight: 5 });
    // no file can take the place of a folder
    await rm(file());
    await mkdir(join(file(), 'x'), { recursive: true });
    expect(preferences.change({ inFlight: 6 })).toMatchObject({
      problem: { code: 'settings-unwritable' },
    });
    expect(preferences.read().inFlight).toBe(5);
    expect(await readdir(folder)).toContain('settings.json');
  });
});

describe('preferences under a policy', () => {
  const policy = (written: object): Policy => {
    const read = parsePolicy('/policy.json', JSON.stringify({ version: 1, ...written }));
    if ('policy' in read) return read.policy;
    throw new Error(read.problems[0]?.message);
  };
  const under = (written: object) => open(policy(written));

  it('are the usual, what it recommends, what was chosen and what it enforces, one by one', async () => {
    open().change({ askAbove: 70, network: { ...usualPreferences.network, mode: 'metered' } });
    const preferences = under({
      recommended: { language: 'de', askAbove: 10, network: { proxy: 'none', mode: 'offline' } },
      enforced: { network: { proxyUser: 'studio' }, appearance: 'light' },
      limits: { inFlight: 4, imagesPerDay: 500 },
    });
    expect(preferences.read()).toEqual({
      ...usualPreferences,
      language: 'de',
      askAbove: 70,
      appearance: 'light',
      inFlight: 4,
      imagesPerDay: 500,
      network: {
        ...usualPreferences.network,
        proxy: 'none',
        proxyUser: 'studio',
        mode: 'metered',
      },
    });
    expect(preferences.managed()).toEqual({
      file: '/policy.json',
      locked: ['appearance', 'network.proxyUser'],
      limits: { inFlight: 4, imagesPerDay: 500 },
      within: null,
    });
    // a choice within a group is that one alone, also when it goes back to the usual
    const { network } = preferences.read();
    expect(preferences.change({ network: { ...network, mode: 'normal' } })).toMatchObject({
      ok: true,
    });
    const { preferences: written } = JSON.parse(await readFile(file(), 'utf8')) as {
      preferences: unknown;
    };
    expect(written).toEqual({ askAbove: 70, network: { mode: 'normal' } });
    expect(open().read()).toEqual({ ...usualPreferences, askAbove: 70 });
    expect(readEffective(folder, policy({ enforced: { askAbove: 3 } }), () => {})).toEqual({
      ...usualPreferences,
      askAbove: 3,
    });
  });

  it('take no change of what it has set or above what it allows, and the same value without a word', () => {
    const preferences = under({
      enforced: { network: { proxy: 'none' }, notifications: false },
      limits: { imagesPerDay: 500 },
    });
    const { network } = preferences.read();
    expect(preferences.change({ notifications: true })).toMatchObject({
      problem: { code: 'managed', parameter: 'notifications', about: '/policy.json' },
    });
    expect(preferences.change({ network: { ...network, proxy: 'system' } })).toMatchObject({
      problem: { code: 'managed', parameter: 'network.proxy' },
    });
    expect(preferences.change({ imagesPerDay: 501 })).toMatchObject({
      problem: { code: 'managed-limit', parameter: 'imagesPerDay', about: '500' },
    });
    expect(preferences.revision()).toBe(0);
    expect(preferences.change({ network: { ...network, mode: 'metered' } }).ok).toBe(true);
    expect(preferences.change({ imagesPerDay: 20, notifications: false }).ok).toBe(true);
    expect(preferences.change({ imagesPerDay: null }).ok).toBe(true);
    expect(preferences.read()).toMatchObject({ imagesPerDay: 500, notifications: false });
  });

  it('of a version that wrote all of them down are only those that differ from the usual', async () => {
    const all = { ...usualPreferences, inFlight: 3 };
    await writeFile(file(), JSON.stringify({ preferences: all, serviceUrl: null }));
    expect(under({ recommended: { inFlight: 5, askAbove: 9 } }).read()).toMatchObject({
      inFlight: 3,
      askAbove: 9,
    });
  });

  it('read beside a window leave a damaged file as it is', async () => {
    await writeFile(file(), '{"pre');
    expect(readEffective(folder, null, (problem) => told.push(problem))).toEqual(usualPreferences);
    expect(told).toMatchObject([{ code: 'settings-unreadable' }]);
    expect(await readFile(file(), 'utf8')).toBe('{"pre');
  });
});
