import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { freshLedger } from '../../../test/fixtures/fresh-ledger.ts';
import { valueOf } from '../../../test/fixtures/values.ts';
import { policyOf } from '../../../test/fixtures/policy.ts';
import { openWindow } from '../../../test/handlers/window.ts';
import { ownRoot } from '../../../test/service/self-signed.ts';
import { sampleRecipes } from '../../demo/sample.ts';
import { longestSettingsFile } from '#shared/settings-file.ts';
import settingNames from '#shared/texts/en/setting-names.json' with { type: 'json' };
import { declaredAt, leavesOf } from '../../adapters/settings/leaves.ts';
import { openPreferences } from '../../adapters/settings/preferences.ts';
import { settingsByPath, usualPreferences } from '#shared/views/settings.ts';
import { openConf } from '../../adapters/settings/conf.ts';
import { createAccess } from '../access.ts';
import { planImport, type ImportSession } from './settings-file.ts';
import { success } from '#shared/problem.ts';

let folder: string;
let session: ImportSession;

/** Sets up a computer with a policy and one saved recipe. */
beforeEach(async () => {
  const { ledger, ...fresh } = await freshLedger();
  folder = fresh.folder;
  const { savedRecipes } = ledger;
  savedRecipes.add(sampleRecipes.white);
  const policy = policyOf({
    version: 1,
    enforced: { notifications: false },
    limits: { inFlight: 4 },
    folders: { within: [join(folder, 'studio')] },
  });
  const preferences = openPreferences(folder, usualPreferences, () => {}, openConf, policy);
  const access = createAccess(policy, join(folder, 'data'));
  const reach = () => Promise.resolve(success(undefined));
  session = { preferences, access, reach, serviceUrl: 'https://a.example', recipes: savedRecipes };
});

const plan = (file: object) =>
  planImport(JSON.stringify({ darkslideSettings: 1, ...file }), session);
/** Returns the names of the values that are not imported, with the codes of the reasons. */
const leftOf = async (file: object) =>
  valueOf(await plan(file)).left.map(({ name, problem }) => `${name} ${problem.code}`);

describe('a settings file', () => {
  it('imports the values that are usable here, and reports the rest with reasons', async () => {
    const studio = join(folder, 'studio');
    await mkdir(studio);
    const { white } = sampleRecipes;
    const params = { ...white.params, maskType: 'custom' };
    const masked = { ...white, name: 'Masked', params, mask: join(folder, 'gone.png') };
    const file = {
      preferences: {
        language: 'de',
        outFolder: studio,
        notifications: true,
        inFlight: 5,
        askAbove: 'many',
        naming: '../x',
        later: 1,
        export: { folder },
        network: { mode: 'metered', extraCertificates: join(folder, 'gone.pem'), 'a.b': 1 },
        callback: { port: 9000, sources: ['nobody'] },
      },
      serviceUrl: 'https://b.example/openapi/v1',
      recipes: [
        sampleRecipes.white,
        { ...sampleRecipes.white, params: sampleRecipes.scene.params, agent: 'x' },
        masked,
        { ...sampleRecipes.scene, name: 'New' },
        { ...sampleRecipes.scene, name: 'New', prepare: { pad: '#ffffff', gps: 'keep' } },
      ],
    };
    expect(valueOf(await plan(file))).toMatchObject({
      taken: [
        { name: 'language', label: 'Language', value: 'de' },
        { name: 'outFolder', label: 'Output folder', value: studio },
      ],
      preferences: { language: 'de', outFolder: studio },
      recipes: [{ name: 'New' }],
    });
    expect(await leftOf(file)).toEqual([
      'notifications managed',
      'inFlight managed-limit',
      'askAbove setting-not-taken',
      'naming template-escapes',
      'later setting-not-taken',
      'export.folder managed-folder',
      'network.mode setting-not-imported',
      'network.extraCertificates setting-not-imported',
      'network.a.b setting-not-taken',
      'callback.port setting-not-imported',
      'callback.sources setting-not-imported',
      'White background agent-unknown',
      'Masked setting-not-taken',
      'New recipe-name-taken',
      'https://b.example/openapi/v1 service-not-taken',
    ]);
  });

  it('A2 imports no setting that opens a port, sends data to others, trusts certificates or turns updates off', async () => {
    const roots = join(folder, 'roots.pem');
    await writeFile(roots, ownRoot('Somebody').cert);
    const hostile = {
      doubtWindow: 1,
      network: {
        proxy: 'manual',
        proxyUrl: 'http://attacker.example:3128',
        proxyUser: 'anna',
        extraCertificates: roots,
        mode: 'metered',
      },
      callback: {
        isOn: true,
        listenOn: '0.0.0.0',
        port: 9000,
        publicUrl: 'https://attacker.example',
        sources: ['0.0.0.0/0'],
        trustedProxies: ['203.0.113.1'],
      },
      updates: { mode: 'off', channel: 'beta' },
    };
    const planned = valueOf(await plan({ preferences: hostile }));
    expect(planned).toMatchObject({ preferences: {}, taken: [] });
    expect(await leftOf({ preferences: hostile })).toEqual(
      Object.keys(leavesOf(hostile)).map((path) => `${path} setting-not-imported`),
    );
  });

  it('A2 may change only settings whose declaration allows that, and every setting has a declaration', () => {
    const paths = Object.keys(leavesOf(usualPreferences));
    expect(Object.keys(settingsByPath).sort()).toEqual(paths.sort());
    for (const [path, { fromFile, label }] of Object.entries(settingsByPath)) {
      expect(['taken', 'folder', 'never'], path).toContain(fromFile);
      // the label of the setting in the window
      expect(settingNames, path).toHaveProperty([`settingName.${path}`], label);
    }
    const risky = paths.filter((path) => /^(?:network|callback|updates)\./u.test(path));
    for (const path of [...risky, 'doubtWindow']) {
      expect(declaredAt(path)?.fromFile, path).toBe('never');
    }
  });

  it('A2 is imported without a report of settings for which the user has already chosen the same value', async () => {
    const { network, callback, updates } = usualPreferences;
    expect(await leftOf({ preferences: { network, callback, updates } })).toEqual([]);
  });

  it('A5 imports no hot folder that is, contains or is inside the data folder', async () => {
    const data = join(folder, 'data');
    const hotFolders = [folder, data, join(data, 'inside')].map((path) => ({ path }));
    const preferences = { hotFolder: data, hotFolders: { path: folder } };
    expect(await leftOf({ preferences, hotFolders })).toEqual([
      'hotFolder setting-not-taken',
      'hotFolders.path setting-not-taken',
      'hotFolders setting-not-taken',
    ]);
    const planned = valueOf(await plan({ preferences, hotFolders }));
    expect(planned).toMatchObject({ preferences: {}, taken: [], recipes: [] });
  });

  it('A2 causes no access to a folder on another computer', async () => {
    for (const path of ['\\\\attacker\\share', '//attacker/share']) {
      const preferences = { outFolder: path, export: { folder: path } };
      expect(await leftOf({ preferences })).toEqual([
        'outFolder setting-not-taken',
        'export.folder setting-not-taken',
      ]);
    }
  });

  it.each([
    ['damaged', '{"darkslideSettings": 1, "pref', 'JSON'],
    ['from another program', '{"recipes": []}', 'darkslideSettings'],
    ['newer', '{"darkslideSettings": 2}', '2'],
    ['of a different structure', '{"darkslideSettings": 1, "recipes": {}}', 'recipes'],
    ['an array', '[]', 'darkslideSettings'],
    ['too large', ' '.repeat(longestSettingsFile + 1), 'characters'],
  ])('is refused as a whole if it is %s', async (_what, text, about) => {
    expect(await planImport(text, session)).toMatchObject({
      problem: { code: 'settings-file-invalid', about },
    });
  });

  it('may contain anything without causing an error', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.constantFrom('network', 'mask', '__proto__', 'outFolder'), fc.jsonValue()),
        fc.array(fc.jsonValue()),
        async (preferences, recipes) => {
          expect((await plan({ preferences, recipes })).ok).toBe(true);
        },
      ),
      { numRuns: 50 },
    );
  });
});

it('settings are exported from a window without key and password, and imported again', async () => {
  const window = await openWindow();
  const { ledger } = window.session.studio();
  const at = { proxyUrl: 'http://proxy.example:8080', proxyUser: 'anna' };
  const network = { ...usualPreferences.network, proxy: 'manual', ...at } as const;
  const studioWhite = { ...sampleRecipes.white, name: 'Studio white' };
  const chosen = { imagesPerDay: 7, skuPattern: '^(\\w+)_' };
  const password = { text: 'p4ss-w0rd', systemProxy: null };
  expect((await window.ask('settings.network', { network, password })).hasProxyPassword).toBe(true);
  await window.ask('settings.change', { preferences: chosen });
  const { id } = ledger.savedRecipes.add(studioWhite);
  const text = await window.ask('settings.export', {});
  expect(text).not.toContain(window.service.key);
  expect(text).not.toContain('p4ss-w0rd');
  expect(JSON.parse(text)).toMatchObject({
    preferences: { ...chosen, network: { proxy: 'manual', ...at } },
    serviceUrl: window.service.url,
  });

  await window.ask('settings.change', { preferences: { imagesPerDay: null, skuPattern: null } });
  ledger.savedRecipes.remove(id);
  const taken = await window.ask('settings.import', { text });
  const added = [studioWhite.name];
  expect(taken).toMatchObject({ recipes: 1, left: [], added, settings: { preferences: chosen } });
  expect(taken.taken).toEqual([
    { name: 'imagesPerDay', label: 'Daily limit', value: 7 },
    { name: 'skuPattern', label: 'Article (SKU) pattern', value: '^(\\w+)_' },
  ]);
  expect(ledger.savedRecipes.named(studioWhite.name)?.recipe).toEqual(studioWhite);
  const refusal = async (file: string) =>
    (await window.refused('settings.import', { text: file })).code;
  expect(await refusal(`${text}${' '.repeat(10_000_000)}`)).toBe('request-invalid');
  expect(await refusal('{}')).toBe('settings-file-invalid');
});

it('A2 an imported file opens no port, redirects no traffic and leaves updates on', async () => {
  const window = await openWindow();
  const before = (await window.ask('settings.get', {})).preferences;
  const preferences = {
    imagesPerDay: 9,
    callback: { isOn: true, port: 8499, publicUrl: 'https://attacker.example', sources: ['::/0'] },
    updates: { mode: 'off' },
    network: { mode: 'offline', proxy: 'manual', proxyUrl: 'http://attacker.example:1' },
  };
  const text = JSON.stringify({ darkslideSettings: 1, preferences });
  const answer = await window.ask('settings.import', { text });
  expect(answer.settings.preferences).toEqual({ ...before, imagesPerDay: 9 });
  expect(answer.taken).toEqual([{ name: 'imagesPerDay', label: 'Daily limit', value: 9 }]);
  expect(answer.left.map(({ label }) => label)).toContain('Notifications: public address');
  expect(await window.ask('callback.status', {})).toMatchObject({ state: 'off' });
});
