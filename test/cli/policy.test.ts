import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { holdFolder } from '#electron/adapters/ledger/open.ts';
import { usualPreferences } from '#shared/views/settings.ts';
import { openPreferences, readEffective } from '#electron/adapters/settings/preferences.ts';
import { openConf } from '#electron/adapters/settings/conf.ts';
import { cutOut, darkslide, folder, key, sharedDemo } from './darkslide.ts';
import { uncheckedChanges } from '../fixtures/permitted.ts';

const demo = sharedDemo();

/** Writes a policy file, with a data folder next to it. */
async function policy(written: object | string) {
  const root = await folder();
  await chmod(root, 0o755);
  const [file, data] = [join(root, 'policy.json'), join(root, 'data')];
  const text = typeof written === 'string' ? written : JSON.stringify({ version: 1, ...written });
  await writeFile(file, text, { mode: 0o644 });
  await mkdir(data);
  return { root, file, data };
}

describe('the command line under a policy', () => {
  it('does nothing if the policy is invalid, and reports the errors in the policy', async () => {
    const { file } = await policy('{"version": 1, "limits": {"imagesPerDay": "many"}}');
    const jobs = await darkslide(['jobs', '--json'], { policy: file });
    expect(jobs.status).toBe(3);
    expect(jobs.json()).toMatchObject([{ error: { code: 'policy-invalid' } }]);
    expect(jobs.stderr).toContain(`${file}: limits.imagesPerDay: The value is "many"`);
    const checked = await darkslide(['policy', 'check', file], { policy: file });
    expect(checked.status).toBe(1);
    expect(checked.stderr).toContain('limits.imagesPerDay');
  });

  it('refuses values that the policy sets differently, with a message', async () => {
    const { root, file, data } = await policy({
      service: { url: demo().url },
      limits: { inFlight: 4, imagesPerDay: 10 },
      folders: { within: ['/srv/photos'] },
    });
    const around = { policy: file, env: { DARKSLIDE_API_KEY: key, DARKSLIDE_DATA: data } };
    const run = ['run', 'shoe.jpg', ...cutOut, '--out', join(root, 'out')];
    const watch = ['watch', root, ...cutOut, '--out', join(data, 'out'), '--limit-per-day', '9'];
    const install = ['service', 'install', 'white', '--folder', root, ...cutOut, '--out', data];
    const cases: readonly [args: string[], says: string][] = [
      [[...run, '--in-flight', '5'], 'error managed-limit: Your administrator allows at most 4'],
      [
        [...run, '--service', 'https://other.example'],
        `error managed: Your administrator has set the service to ${demo().url}`,
      ],
      [
        run,
        'error managed-folder: Your administrator allows hot folders, outputs and exports only in /srv/photos',
      ],
      [watch, 'error managed-folder:'],
      [[...watch, '--dry-run'], 'error managed-folder:'],
      [[...watch.slice(0, -1), '11'], 'error managed-limit:'],
      [[...install, '--print'], 'error managed-folder:'],
      [[...install, '--print', '--limit-per-day', '11'], 'error managed-limit:'],
      [['psd', 'an-execution', '--out', join(root, 'out')], 'error managed-folder:'],
    ];
    // runs one command after the other, because `watch` locks the data folder
    for (const [args, says] of cases) {
      const { status, stderr } = await darkslide(args, around);
      expect(stderr).toContain(says);
      expect(status).toBe(2);
    }
  });

  it('works with the folders and values that the policy allows, and shows the source of each setting', async () => {
    const { root, file, data } = await policy({});
    await writeFile(
      file,
      JSON.stringify({
        version: 1,
        dataFolder: data,
        service: { url: demo().url },
        recommended: { language: 'de', askAbove: 9 },
        enforced: { network: { mode: 'normal' } },
        limits: { inFlight: 4 },
      }),
    );
    const preferences = openPreferences(data, usualPreferences, () => {}, openConf);
    preferences.change(uncheckedChanges({ askAbove: 7 }));
    const around = { policy: file, env: { DARKSLIDE_API_KEY: key } };
    const shown = await darkslide(['policy', 'show', '--json'], around);
    const [{ dataFolder, settings }] = shown.json() as [
      { dataFolder: string; settings: { setting: string }[] },
    ];
    expect(dataFolder).toBe(data);
    expect(settings).toEqual(
      expect.arrayContaining([
        { setting: 'language', value: 'de', from: 'recommended' },
        { setting: 'askAbove', value: 7, from: 'chosen' },
        { setting: 'inFlight', value: 4, from: 'limit' },
        { setting: 'network.mode', value: 'normal', from: 'enforced' },
        { setting: 'network.proxy', value: 'system', from: 'usual' },
      ]),
    );
    const info = await darkslide(['info', 'aimodel', '--page-size', '1'], around);
    expect(info.status).toBe(0);
    const elsewhere = await darkslide(['jobs', '--data', root], around);
    expect(elsewhere.stderr).toContain(`has set the data folder to ${data}`);
    expect(elsewhere.status).toBe(2);
  });

  it('uses the network settings of the data folder that the policy allows', async () => {
    const data = await folder();
    const preferences = openPreferences(data, usualPreferences, () => {}, openConf);
    preferences.change(
      uncheckedChanges({ network: { ...usualPreferences.network, mode: 'offline' } }),
    );
    const env = {
      DARKSLIDE_SERVICE_URL: 'https://service.example',
      DARKSLIDE_API_KEY: key,
      DARKSLIDE_DATA: data,
    };
    const { stderr, status } = await darkslide(['info', 'aimodel'], { env });
    expect(stderr).toContain('error offline:');
    expect(status).toBe(2);
  });
});

describe('settings files', () => {
  it('move settings from one data folder to another, but don’t bypass a policy or change an open window', async () => {
    const { root, file, data } = await policy({ enforced: { askAbove: 9 } });
    openPreferences(data, usualPreferences, () => {}, openConf).change(
      uncheckedChanges({ askAbove: 7, imagesPerDay: 30 }),
    );
    const there = join(root, 'settings.json');
    const exported = await darkslide(['settings', 'export', there, '--data', data]);
    expect(exported.status).toBe(0);
    const to = ['--data', join(root, 'other')];
    const around = { policy: file };
    const imported = await darkslide(['settings', 'import', there, ...to, '--json'], around);
    expect(imported.json()).toMatchObject([
      { preferences: 1, left: [{ name: 'askAbove', problem: { code: 'managed' } }] },
    ]);
    expect(imported.json()).toMatchObject([
      { taken: [{ name: 'imagesPerDay', label: 'Daily limit', value: 30 }] },
    ]);
    expect(imported.status).toBe(1);
    expect(readEffective(join(root, 'other'), null, () => {})).toEqual({
      ...usualPreferences,
      imagesPerDay: 30,
    });
    const held = holdFolder(join(root, 'other'));
    const locked = await darkslide(['settings', 'import', there, ...to]);
    if (held.ok) held.value.release();
    expect(locked.stderr).toContain('error data-folder-locked:');
    expect(locked.status).toBe(3);
  });

  it('A2 report after an import which settings were imported and which were not', async () => {
    const root = await folder();
    const file = join(root, 'settings.json');
    const preferences = {
      imagesPerDay: 30,
      marksInFiles: true,
      skuPattern: null,
      callback: { isOn: true, publicUrl: 'https://attacker.example' },
      updates: { mode: 'off' },
    };
    await writeFile(file, JSON.stringify({ darkslideSettings: 1, preferences }));
    const data = join(root, 'data');
    const { stdout, status } = await darkslide(['settings', 'import', file, '--data', data]);
    expect(stdout.split('\n').slice(0, 4)).toEqual([
      'Settings imported: 3. Recipes added: 0. Skipped: 3.',
      '  imported Daily limit: 30',
      '  imported Write ratings and picks to files: on',
      '  imported Article (SKU) pattern: none',
    ]);
    expect(stdout).toContain('skipped Notifications: public address, setting-not-imported: ');
    expect(status).toBe(1);
    expect(readEffective(data, null, () => {})).toEqual({
      ...usualPreferences,
      imagesPerDay: 30,
      marksInFiles: true,
    });
  });
});
