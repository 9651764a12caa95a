import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { guardContents, guardSession } from '#electron/hosts/desktop/guards.ts';
import { startDesktop } from '#electron/hosts/desktop/set-up.ts';
import { createMainWindow } from '#electron/hosts/desktop/window.ts';
import { holdFolder } from '#electron/adapters/ledger/open.ts';
import { ownFolder } from '../fixtures/own-folder.ts';
import { valueOf } from '../fixtures/values.ts';
import { app, BrowserWindow, person, session, told } from './electron/electron.ts';
import { startIn } from './page.ts';

const folder = await ownFolder('security', afterAll);
const guarded = session.defaultSession;

describe('F78: a packaged Darkslide', () => {
  /** Expects that Darkslide prints the reason and exits before it creates anything in the data folder. */
  async function expectNoStart(reason: string): Promise<void> {
    await startDesktop(startIn(folder, { args: ['--data', join(folder, 'never')] }));
    expect(app.exitStatus).toBe(3);
    expect(person.errors).toEqual([expect.stringContaining(reason)]);
    await expect(stat(join(folder, 'never'))).rejects.toThrow('ENOENT');
  }

  beforeEach(() => {
    app.isPackaged = true;
    app.exitStatus = null;
    app.switches.clear();
    person.errors.length = 0;
    told.length = 0;
    return () => (app.isPackaged = false);
  });

  it.each([
    'remote-debugging-port',
    'remote-debugging-pipe',
    'disable-web-security',
    'ignore-certificate-errors',
    'proxy-server',
    'host-resolver-rules',
    'load-extension',
    'js-flags',
    'gpu-launcher',
    'renderer-cmd-prefix',
  ])('refuses to start with --%s, and says so', async (name) => {
    app.switches.add(name);
    await expectNoStart(`--${name}`);
    // refuses to start even before it locks the data folder
    expect(told).toEqual([]);
  });

  it('doesn’t start if the administrator policy is invalid, and reports the errors in the policy', async () => {
    const file = join(folder, 'policy.json');
    await writeFile(file, '{"version": 2}');
    await expectNoStart(`${file}: version`);
    expect(app.exitStatus).toBe(3);
    await rm(file);
  });
});

describe('a page', () => {
  let window: BrowserWindow;

  beforeAll(async () => {
    await app.whenReady();
    guardContents();
    guardSession();
    createMainWindow({
      folder,
      preload: '/preload.cjs',
      appearance: () => 'dark',
      isPackaged: true,
      random: Math.random,
      onCrash: () => {},
      onClosed: () => {},
    }).show();
    window = BrowserWindow.all[0]!;
  });

  it('can’t use devices, the computer’s certificates, or connections that bypass the proxy (E05)', () => {
    expect(guarded.givesUsb('mass-storage')).toBe(false);
    expect(guarded.pairs()).toBe(false);
    expect(app.showsCertificate()).toBeUndefined();
    expect(window.webContents.webRtc).toBe('disable_non_proxied_udp');
    // dictionaries would be downloaded from a third-party server
    expect(guarded.hasSpellChecker).toBe(false);
  });

  it('can’t use the developer tools, in a package (E02)', () => {
    expect(window.options.webPreferences).toMatchObject({ devTools: false, sandbox: true });
  });

  it('can’t open external programs, whatever the address (E15, F73)', () => {
    for (const url of [
      'file:///etc/passwd',
      'smb://evil.example/share',
      'ms-msdt:/id',
      'mailto:a@b.example',
      'https://evil.example/',
      'javascript:alert(1)',
    ]) {
      expect(window.webContents.navigate(url)).toBe(false);
      expect(window.webContents.openWindow(url)).toBe(false);
    }
    expect(guarded.asks('openExternal', 'darkslide://app/')).toBe(false);
  });
});

describe.skipIf(process.platform === 'win32')('a data folder', () => {
  it('created by Darkslide can’t be read by other users (F82)', async () => {
    const made = join(folder, 'parent', 'data');
    const held = valueOf(holdFolder(made));
    expect((await stat(made)).mode & 0o777).toBe(0o700);
    held.release();
  });
});
