import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { usualPreferences } from '#shared/views/settings.ts';
import { openConf } from '#electron/adapters/settings/conf.ts';
import {
  openPreferences,
  type PreferenceChanges,
} from '#electron/adapters/settings/preferences.ts';
import { uncheckedChanges } from '../fixtures/permitted.ts';
import { lightPhotograph } from '../fixtures/photographs.ts';
import { begin, cutOut, darkslide, patience, place, sharedDemo } from './darkslide.ts';

const shared = sharedDemo();
const photos = ['lipstick-rouge.jpg', 'watch-steel.jpg'].map(lightPhotograph);

/** Changes settings of a data folder as the window does. */
function set(data: string, changes: PreferenceChanges): void {
  const preferences = openPreferences(data, usualPreferences, () => {}, openConf);
  expect(preferences.change(uncheckedChanges(changes)).ok).toBe(true);
}

it('keeps the spending limits of the settings also when no window is open, until the settings change', async () => {
  const { data, out, around, demo } = await place(shared());
  const before = demo.records().executions.length;
  set(data, { imagesPerDay: 1 });

  const run = await darkslide(['run', ...photos, '--out', out, '--json', ...cutOut], around);
  expect(demo.records().executions).toHaveLength(before + 1);
  expect([run.status, run.summary().done]).toEqual([1, 1]);
  expect(run.stderr).toContain('Waiting, spending-limit: ');

  // a limit that is imported while a command works applies at once
  const working = begin(['resume', '--json'], around);
  await working.says('Service:');
  const file = join(data, 'from-studio.json');
  await writeFile(file, JSON.stringify({ darkslideSettings: 1, preferences: { imagesPerDay: 5 } }));
  expect((await darkslide(['settings', 'import', file], around)).status).toBe(0);
  const { stdout } = await darkslide(['status', '--json'], around);
  expect(JSON.parse(stdout)).toMatchObject({ limits: { imagesPerDay: 5 } });
  await expect.poll(() => demo.records().executions.length, patience).toBe(before + 2);
  working.interrupt();
  await working.ended;
});

it('buys nothing while a limit in the settings cannot be read, and names the limit', async () => {
  const { data, out, around, demo } = await place(shared());
  const before = demo.records().executions.length;
  const settings = { version: 2, preferences: { imagesPerDay: '50' } };
  await writeFile(join(data, 'settings.json'), JSON.stringify(settings));
  const run = await darkslide(['run', ...photos, '--out', out, '--json', ...cutOut], around);
  expect([run.status, demo.records().executions.length]).toEqual([1, before]);
  expect(run.stderr).toContain('Waiting, limits-unreadable: The daily limit in ');
  const { stdout } = await darkslide(['status', '--json'], around);
  expect(JSON.parse(stdout)).toMatchObject({ waitingFor: [{ code: 'limits-unreadable' }] });
});
