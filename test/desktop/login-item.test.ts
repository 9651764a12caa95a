import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createLoginItem } from '#electron/hosts/desktop/login-item.ts';
import { success } from '#shared/problem.ts';
import { ownFolder } from '../fixtures/own-folder.ts';
import { app } from './electron/electron.ts';

let folder: string;
beforeEach(async () => {
  folder = await ownFolder('login');
  app.isPackaged = true;
  onTestFinished(() => void (app.isPackaged = false));
});

function itemOn(platform: NodeJS.Platform, more: { data?: string; env?: object } = {}) {
  const env = { XDG_CONFIG_HOME: folder, ...more.env };
  return createLoginItem({ platform, env, data: more.data, random: Math.random });
}

/** Returns the environment of a program that runs from this AppImage. */
const mounted = (APPIMAGE: string) => ({ APPIMAGE, APPDIR: dirname(process.execPath) });

describe('Darkslide at login', () => {
  it('is an autostart entry on Linux, and the setting is on only if this entry starts Darkslide', async () => {
    const env = mounted('/opt/50% off/$Dark "slide".AppImage');
    const item = itemOn('linux', { env, data: String.raw`/data\x` });
    const file = join(folder, 'autostart', 'darkslide.desktop');
    const [on, off] = [success(true), success(false)];
    expect(await item?.read()).toEqual(off);
    expect(await item?.set(true)).toEqual(on);
    const text = await readFile(file, 'utf8');
    expect(text).toContain(
      String.raw`Exec="/opt/50%% off/\\$Dark \\"slide\\".AppImage" --hidden --data "/data\\\\x"`,
    );
    expect(await item?.read()).toEqual(on);
    // the settings of the Linux desktop disable the entry with one of these lines
    for (const line of ['Hidden=true', 'X-GNOME-Autostart-enabled=false']) {
      await writeFile(file, `${text}${line}\n`);
      expect(await item?.read()).toEqual(off);
    }
    // an entry that would start a different program does not count
    await writeFile(file, text.replace('50%%', '60%%'));
    expect(await item?.read()).toEqual(off);
    expect(await item?.set(false)).toEqual(off);
    await expect(readFile(file)).rejects.toThrow('ENOENT');
    const broken = itemOn('linux', { env: mounted('/a\nExec=evil') });
    expect(await broken?.set(true)).toMatchObject({ problem: { code: 'login-item' } });
  });

  it('reports that the autostart folder can’t be written', async () => {
    await writeFile(join(folder, 'autostart'), 'a file');
    expect(await itemOn('linux')?.set(true)).toMatchObject({ ok: false });
  });

  it.each(['win32', 'darwin'] as const)('is read from the system on %s', async (platform) => {
    const item = itemOn(platform);
    expect(await item?.set(true)).toEqual({ ok: true, value: true });
    expect(app.loginItem.args).toEqual(platform === 'win32' ? ['--hidden'] : []);
    app.loginItem.isOn = false;
    expect(await item?.read()).toEqual({ ok: true, value: false });
    app.loginItem.isStubborn = true;
    expect(await item?.set(true)).toMatchObject({ problem: { code: 'login-item' } });
    app.loginItem.isStubborn = false;
  });

  it('is not offered if the system could not start this app with this data folder', () => {
    expect(itemOn('darwin', { data: '/data' })).toBeNull();
    app.isPackaged = false;
    expect(itemOn('linux')).toBeNull();
  });
});
