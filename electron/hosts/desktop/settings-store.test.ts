import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { app, ipcMain } from 'electron';
import Store from 'electron-store';
import { beforeEach, describe, expect, it } from 'vitest';
import { ownFolder } from '../../../test/fixtures/own-folder.ts';
import { usualPreferences } from '#shared/views/settings.ts';
import { openPreferences } from '../../adapters/settings/preferences.ts';
import { openConf } from '../../adapters/settings/conf.ts';
import type { OpenSettingsStore } from '../../adapters/settings/store.ts';
import { openElectronStore } from './settings-store.ts';
import { uncheckedChanges } from '../../../test/fixtures/permitted.ts';

let folder: string;

beforeEach(async () => {
  folder = await ownFolder('store');
  app.setPath('userData', folder);
});

const open = (openStore: OpenSettingsStore) =>
  openPreferences(folder, usualPreferences, (problem) => expect.fail(problem.message), openStore);
const written = () => readFileSync(join(folder, 'settings.json'), 'utf8');

describe('D the settings of the desktop app', () => {
  it('D are written by electron-store', () => {
    expect(openElectronStore(folder)).toBeInstanceOf(Store);
  });

  it.each([
    ['written by the desktop app can be read under plain Node', openElectronStore, openConf],
    ['written under plain Node can be read by the desktop app', openConf, openElectronStore],
  ])('D %s', (_what, first, second) => {
    expect(open(first).change(uncheckedChanges({ askAbove: 7, language: 'de' }))).toMatchObject({
      ok: true,
    });
    const reopened = open(second);
    expect(reopened.read()).toMatchObject({ askAbove: 7, language: 'de' });
    expect(reopened.change(uncheckedChanges({ askAbove: 8 }))).toMatchObject({ ok: true });
    expect(open(first).read()).toMatchObject({ askAbove: 8, language: 'de' });
  });

  it('D are saved as the same bytes by the desktop app and under plain Node', () => {
    open(openElectronStore).change(uncheckedChanges({ askAbove: 7 }));
    const desktop = written();
    rmSync(join(folder, 'settings.json'));
    open(openConf).change(uncheckedChanges({ askAbove: 7 }));
    expect(desktop).toBe(written());
  });

  it('D can’t be requested by a page over IPC', () => {
    openElectronStore(folder);
    expect(ipcMain.eventNames()).not.toContain('electron-store-get-data');
  });
});
