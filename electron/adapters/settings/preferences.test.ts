import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Problem } from '#shared/problem.ts';
import { ownFolder } from '../../../test/fixtures/own-folder.ts';
import { codeOf } from '../../../test/fixtures/values.ts';
import { policyOf } from '../../../test/fixtures/policy.ts';
import { openConf } from './conf.ts';
import type { Policy } from './policy.ts';
import { noLimits } from '#shared/spending-limits.ts';
import { usualPreferences } from '#shared/views/settings.ts';
import { openPreferences, readEffective } from './preferences.ts';
import { uncheckedChanges, uncheckedService } from '../../../test/fixtures/permitted.ts';

let folder: string;
let told: Problem[];

beforeEach(async () => {
  folder = await ownFolder('settings');
  told = [];
});

const open = (policy: Policy | null = null) =>
  openPreferences(folder, usualPreferences, (problem) => told.push(problem), openConf, policy);
const file = () => join(folder, 'settings.json');
const write = (json: object) => writeFile(file(), JSON.stringify(json));
const { network: usualNetwork } = usualPreferences;

describe('preferences', () => {
  it('are the defaults at first, and the user’s choices after a restart', () => {
    const first = open();
    expect(first.read()).toEqual(usualPreferences);
    const chosen = { inFlight: 3, outFolder: '/out' };
    const ok = { ok: true, value: undefined };
    expect(first.change(uncheckedChanges({ ...chosen, language: undefined }))).toEqual(ok);
    expect(first.revision()).toBe(1);
    first.setServiceUrl(uncheckedService('https://example.com/openapi/v1'));
    const second = open();
    expect(second.read()).toEqual({ ...usualPreferences, ...chosen });
    expect(second.serviceUrl()).toBe('https://example.com/openapi/v1');
    expect(told).toEqual([]);
  });

  it('are reported as changed if a change is saved, but not if it is refused', () => {
    const inFlight: number[] = [];
    const onChange = () => inFlight.push(preferences.read().inFlight);
    const usual = usualPreferences;
    const preferences = openPreferences(folder, usual, () => {}, openConf, null, onChange);
    preferences.change(uncheckedChanges({ inFlight: 3 }));
    preferences.change(uncheckedChanges({ inFlight: 4, naming: '..' }));
    preferences.setServiceUrl(uncheckedService(null));
    expect(inFlight).toEqual([3, 3]);
  });

  it.each([
    ['truncated', '{"preferences": {"inFl'],
    ['empty', ''],
    ['a list', '[]'],
    ['not text', '\u0000\u0001\uFFFD'],
  ])(
    'move a file aside that is %s, and buy nothing until the limit is set',
    async (_what, text) => {
      await writeFile(file(), text);
      const preferences = open();
      expect(preferences.read()).toEqual(usualPreferences);
      expect(told).toMatchObject([{ code: 'settings-unreadable' }]);
      expect(await readFile(file(), 'utf8')).toBe(text);
      expect(preferences.change(uncheckedChanges({ inFlight: 2 }))).toMatchObject({ ok: true });
      expect(await readFile(join(folder, 'settings-damaged.json'), 'utf8')).toBe(text);
      const next = open();
      expect(next.read().inFlight).toBe(2);
      expect(codeOf(next.checkLimits())).toBe('limits-unreadable');
      // the user confirms that there is no limit
      next.change(uncheckedChanges({ imagesPerDay: null }));
      expect(next.checkLimits()).toMatchObject({ ok: true });
      expect(open().checkLimits()).toMatchObject({ ok: true });
    },
  );

  it('know that a limit cannot be read, also after another change and a restart, until it is set', async () => {
    await write({ version: 2, preferences: { imagesPerMonth: '5000', imagesPerDay: 7 } });
    open().change(uncheckedChanges({ inFlight: 2 }));
    const next = open();
    expect(next.read()).toMatchObject({ inFlight: 2, imagesPerDay: 7, imagesPerMonth: null });
    expect(next.checkLimits()).toMatchObject({
      problem: { code: 'limits-unreadable', parameter: 'imagesPerMonth' },
    });
    const enforced = policyOf({ version: 1, enforced: { imagesPerMonth: 100 } });
    expect(open(enforced).checkLimits()).toMatchObject({ ok: true });
    next.change(uncheckedChanges({ imagesPerMonth: 5000 }));
    expect(next.checkLimits()).toMatchObject({ ok: true });
  });

  it('never replace a file that cannot be opened, and buy nothing meanwhile', async () => {
    await mkdir(file());
    const preferences = open();
    expect(codeOf(preferences.checkLimits())).toBe('limits-unreadable');
    expect(codeOf(preferences.change(uncheckedChanges({ imagesPerDay: 5 })))).toBe(
      'settings-unwritable',
    );
    expect(await readdir(folder)).toEqual(['settings.json']);
  });

  it('load from a file with a byte order mark', async () => {
    await writeFile(file(), `\uFEFF${JSON.stringify({ preferences: { imagesPerDay: 50 } })}`);
    expect(open().read().imagesPerDay).toBe(50);
    expect(told).toEqual([]);
  });

  it('for notifications keep the choices and replace invalid values with defaults', async () => {
    const good = { ...usualPreferences.callback, isOn: true, sources: ['192.0.2.7'] };
    expect(open().change(uncheckedChanges({ callback: good }))).toMatchObject({ ok: true });
    expect(open().read().callback).toEqual(good);
    const bad = { ...good, sources: ['nobody'] };
    await write({ preferences: { callback: bad, inFlight: 4 } });
    expect(open().read()).toEqual({ ...usualPreferences, inFlight: 4 });
    expect(told).toMatchObject([{ code: 'settings-damaged' }]);
  });

  it('keep the valid values of a file that the user edited', async () => {
    const unusable = { doubtWindow: -1, appearance: 'pink', naming: '../{name}', network: [] };
    await write({ preferences: { inFlight: 4, more: 1, ...unusable } });
    expect(open().read()).toEqual({ ...usualPreferences, inFlight: 4 });
    expect(told).toMatchObject([{ code: 'settings-damaged' }]);
  });

  it('load from a file that was written before there were network settings', async () => {
    await write({ preferences: { inFlight: 4 }, serviceUrl: null });
    expect(open().read()).toEqual({ ...usualPreferences, inFlight: 4 });
    expect(told).toEqual([]);
  });

  it('never show the password in a proxy address', async () => {
    for (const proxyUrl of ['http://anna:p4ss@proxy.example:1', 'anna:p4@ss@proxy.example:1']) {
      await write({ preferences: { network: { ...usualNetwork, proxyUrl } } });
      expect(open().read().network.proxyUrl).toMatch(/^(http:\/\/)?proxy\.example:1$/);
    }
  });

  it('load without an error, whatever the file contains', async () => {
    const any = fc.jsonValue();
    const files = fc.oneof(any, fc.record({ preferences: any, serviceUrl: any }));
    await fc.assert(
      fc.asyncProperty(files, async (json) => {
        await writeFile(file(), JSON.stringify(json));
        expect(Object.keys(open().read())).toEqual(Object.keys(usualPreferences));
      }),
      { numRuns: 50 },
    );
  });

  it('refuse a template that points outside the folder and an invalid pattern, and change nothing', () => {
    const preferences = open();
    const escapes = { code: 'template-escapes', parameter: 'naming' };
    expect(preferences.change(uncheckedChanges({ naming: '../{name}' }))).toMatchObject({
      problem: escapes,
    });
    const invalid = { code: 'pattern-invalid', parameter: 'skuPattern' };
    expect(preferences.change(uncheckedChanges({ skuPattern: '(' }))).toMatchObject({
      problem: invalid,
    });
    expect(preferences.read()).toEqual(usualPreferences);
    expect(preferences.revision()).toBe(0);
  });

  it('do not change if they can’t be written', async () => {
    const preferences = open();
    preferences.change(uncheckedChanges({ inFlight: 5 }));
    // a file cannot replace a folder
    await rm(file());
    await mkdir(join(file(), 'x'), { recursive: true });
    expect(codeOf(preferences.change(uncheckedChanges({ inFlight: 6 })))).toBe(
      'settings-unwritable',
    );
    expect(preferences.read().inFlight).toBe(5);
    expect(await readdir(folder)).toContain('settings.json');
  });
});

describe('preferences under a policy', () => {
  const policy = (written: object) => policyOf({ version: 1, ...written }, '/policy.json');
  const under = (written: object) => open(policy(written));

  it('merge defaults, recommendations, choices and enforced values one setting at a time', async () => {
    open().change(
      uncheckedChanges({ askAbove: 70, network: { ...usualNetwork, mode: 'metered' } }),
    );
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
      network: { ...usualNetwork, proxy: 'none', proxyUser: 'studio', mode: 'metered' },
    });
    expect(preferences.managed()).toEqual({
      file: '/policy.json',
      locked: ['appearance', 'network.proxyUser'],
      limits: { ...noLimits, inFlight: 4, imagesPerDay: 500 },
      within: null,
    });
    // changing one value of a group stores only that value, even if it returns to the default
    const { network } = preferences.read();
    expect(
      preferences.change(uncheckedChanges({ network: { ...network, mode: 'normal' } })).ok,
    ).toBe(true);
    const written = JSON.parse(await readFile(file(), 'utf8')) as Record<string, unknown>;
    expect(written['preferences']).toEqual({ askAbove: 70, network: { mode: 'normal' } });
    expect(open().read()).toEqual({ ...usualPreferences, askAbove: 70 });
    const effective = readEffective(folder, policy({ enforced: { askAbove: 3 } }), () => {});
    expect(effective).toEqual({ ...usualPreferences, askAbove: 3 });
  });

  it('never exceed the limits of the policy, whatever the user chose', () => {
    const preferences = under({ limits: { imagesPerDay: 500 } });
    expect(preferences.change(uncheckedChanges({ imagesPerDay: null })).ok).toBe(true);
    expect(preferences.read().imagesPerDay).toBe(500);
  });

  it('ignore the user’s choice of service if the policy allows only one', () => {
    const url = 'https://only.example/openapi/v1';
    const preferences = under({ service: { url } });
    expect(preferences.setServiceUrl(uncheckedService(url))).toMatchObject({ ok: true });
    expect(preferences.serviceUrl()).toBe(url);
    expect(open().serviceUrl()).toBeNull();
  });

  it('in a file of an earlier version, which wrote all values, are reduced to those that differ from the defaults', async () => {
    await write({ preferences: { ...usualPreferences, inFlight: 3 }, serviceUrl: null });
    const preferences = under({ recommended: { inFlight: 5, askAbove: 9 } });
    expect(preferences.read()).toMatchObject({ inFlight: 3, askAbove: 9 });
  });

  it('leave a damaged file unchanged when read while a window is open', async () => {
    await writeFile(file(), '{"pre');
    expect(readEffective(folder, null, (problem) => told.push(problem))).toEqual(usualPreferences);
    expect(told).toMatchObject([{ code: 'settings-unreadable' }]);
    expect(await readFile(file(), 'utf8')).toBe('{"pre');
  });
});
