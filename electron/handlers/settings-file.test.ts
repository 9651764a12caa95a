import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openWindow } from '../../test/handlers/window.ts';
import { ownRoot } from '../../test/service/self-signed.ts';
import { systemClock } from '../base/clock.ts';
import { sampleRecipes } from '../demo/sample.ts';
import { openLedger } from '../ledger/open.ts';
import { parsePolicy } from '../settings/policy.ts';
import { openPreferences, usualPreferences } from '../settings/preferences.ts';
import { withinOf } from '../settings/within.ts';
import { planImport, type ImportDesk } from './settings-file.ts';

let folder: string;
let desk: ImportDesk;

/** A computer with a policy, and one saved recipe. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'darkslide-transfer-'));
  const opened = openLedger(folder, systemClock);
  if (!opened.ok) throw new Error(opened.problem.message);
  onTestFinished(async () => {
    opened.value.close();
    await rm(folder, { recursive: true, force: true });
  });
  const { savedRecipes } = opened.value;
  savedRecipes.add(sampleRecipes.white);
  const written = {
    version: 1,
    enforced: { notifications: false },
    limits: { inFlight: 4 },
    folders: { within: [join(folder, 'studio')] },
  };
  const read = parsePolicy('/policy.json', JSON.stringify(written));
  if (!('policy' in read)) throw new Error(read.problems[0]?.message);
  const preferences = openPreferences(folder, usualPreferences, () => {}, read.policy);
  const within = withinOf(read.policy, join(folder, 'data'));
  desk = { preferences, within, serviceUrl: 'https://a.example', recipes: savedRecipes };
});

const plan = (file: object) => planImport(JSON.stringify({ darkslideSettings: 1, ...file }), desk);
/** The names of what was left out, with their codes. */
const leftOf = async (file: object) => {
  const planned = await plan(file);
  if (!planned.ok) throw new Error(planned.problem.message);
  return planned.value.left.map(({ name, problem }) => `${name} ${problem.code}`);
};

describe('a file of settings', () => {
  it('gives what can be used here, and says what cannot and why', async () => {
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
    const planned = await plan(file);
    expect(planned).toMatchObject({
      value: {
        count: 4,
        preferences: {
          language: 'de',
          outFolder: studio,
          network: { ...usualPreferences.network, mode: 'metered' },
          callback: { ...usualPreferences.callback, port: 9000 },
        },
        recipes: [{ name: 'New' }],
      },
    });
    expect(await leftOf(file)).toEqual([
      'notifications managed',
      'inFlight managed-limit',
      'askAbove setting-not-taken',
      'naming template-escapes',
      'later setting-not-taken',
      'export.folder managed-folder',
      'network.extraCertificates setting-not-taken',
      'network.a.b setting-not-taken',
      'callback.sources callback-settings',
      'White background agent-unknown',
      'Masked setting-not-taken',
      'New recipe-name-taken',
      'https://b.example/openapi/v1 service-not-taken',
    ]);
  });

  it('takes no proxy that cannot be one, and nothing that goes with it', async () => {
    const network = { proxy: 'manual', proxyUrl: 'http://anna:p4ss@proxy.example' };
    expect(await leftOf({ preferences: { network } })).toEqual([
      'network.proxy proxy-sign-in-in-address',
      'network.proxyUrl proxy-sign-in-in-address',
    ]);
  });

  it('makes nobody trusted: whose certificates are believed a person chooses themselves', async () => {
    const extraCertificates = join(folder, 'roots.pem');
    await writeFile(extraCertificates, ownRoot('Somebody').cert);
    const preferences = { network: { extraCertificates, mode: 'metered' } };
    expect(await leftOf({ preferences })).toEqual(['network.extraCertificates setting-not-taken']);
    const none = { network: { extraCertificates: null } };
    expect(await leftOf({ preferences: none })).toEqual([]);
  });

  it.each([
    ['damaged', '{"darkslideSettings": 1, "pref', 'JSON'],
    ['somebody else’s', '{"recipes": []}', 'darkslideSettings'],
    ['newer', '{"darkslideSettings": 2}', '2'],
    ['of another shape', '{"darkslideSettings": 1, "recipes": {}}', 'recipes'],
    ['a list', '[]', 'darkslideSettings'],
  ])('is refused whole when it is %s', async (_what, text, about) => {
    expect(await planImport(text, desk)).toMatchObject({
      problem: { code: 'settings-file-invalid', about },
    });
  });

  it('may hold whatever it wants', async () => {
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

it('settings go out of a window as a file without key and password, and come in again', async () => {
  const window = await openWindow();
  onTestFinished(() => window.close());
  const { ledger } = window.desk.studio();
  const proxy = {
    proxy: 'manual',
    proxyUrl: 'http://proxy.example:8080',
    proxyUser: 'anna',
  } as const;
  const network = { ...usualPreferences.network, ...proxy };
  const password = { text: 'p4ss-w0rd', systemProxy: null };
  expect((await window.ask('settings.network', { network, password })).hasProxyPassword).toBe(true);
  await window.ask('settings.change', { preferences: { imagesPerDay: 7, skuPattern: '^(\\w+)_' } });
  const { id } = ledger.savedRecipes.add(sampleRecipes.white);
  const text = await window.ask('settings.export', {});
  expect(text).not.toContain(window.service.key);
  expect(text).not.toContain('p4ss-w0rd');
  expect(JSON.parse(text)).toMatchObject({
    preferences: { imagesPerDay: 7, skuPattern: '^(\\w+)_', network: proxy },
    serviceUrl: window.service.url,
  });

  await window.ask('settings.change', { preferences: { imagesPerDay: null, skuPattern: null } });
  ledger.savedRecipes.remove(id);
  const taken = await window.ask('settings.import', { text });
  expect(taken).toMatchObject({ recipes: 1, left: [] });
  expect(taken.settings.preferences).toMatchObject({ imagesPerDay: 7, skuPattern: '^(\\w+)_' });
  expect(ledger.savedRecipes.named(sampleRecipes.white.name)?.recipe).toEqual(sampleRecipes.white);
  expect(
    await window.refused('settings.import', { text: `${text}${' '.repeat(1_000_000)}` }),
  ).toMatchObject({
    code: 'request-invalid',
  });
  expect(await window.refused('settings.import', { text: '{}' })).toMatchObject({
    code: 'settings-file-invalid',
  });
});
