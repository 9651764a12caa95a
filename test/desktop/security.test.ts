import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '#electron/base/clock.ts';
import { guardContents, guardSession } from '#electron/desktop/guards.ts';
import { startDesktop } from '#electron/desktop/set-up.ts';
import { createMainWindow } from '#electron/desktop/window.ts';
import { holdFolder } from '#electron/ledger/open.ts';
import { app, BrowserWindow, person, session, told } from './electron/electron.ts';

let folder: string;
const guarded = session.defaultSession;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'darkslide-security-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('F78: a packaged Darkslide', () => {
  const start = (args: readonly string[] = []) =>
    startDesktop({
      args: ['--data', join(folder, 'never'), ...args],
      workFolder: folder,
      env: {},
      policy: { file: join(folder, 'policy.json'), owner: 0 },
      updateKeys: [],
      clock: systemClock,
      random: Math.random,
    });

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
  ])('does not start with --%s, and says so', async (name) => {
    app.switches.add(name);
    await start();
    expect(app.exitStatus).toBe(3);
    expect(person.errors).toEqual([expect.stringContaining(`--${name}`)]);
    // before the lock of the folder, and before anything is made in it
    expect(told).toEqual([]);
    await expect(stat(join(folder, 'never'))).rejects.toThrow('ENOENT');
  });

  it('does not start while the policy of the computer cannot be used, and says where it is wrong', async () => {
    const file = join(folder, 'policy.json');
    await writeFile(file, '{"version": 2}');
    await start();
    await rm(file);
    expect(app.exitStatus).toBe(3);
    expect(person.errors).toEqual([expect.stringContaining(`${file}: version`)]);
    await expect(stat(join(folder, 'never'))).rejects.toThrow('ENOENT');
  });
});

describe('what no page gets', () => {
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

  it('is devices, the first of the keys of the computer, and calls past the proxy (E05)', () => {
    expect(guarded.givesUsb('mass-storage')).toBe(false);
    expect(guarded.pairs()).toBe(false);
    expect(app.showsCertificate()).toBeUndefined();
    expect(window.webContents.webRtc).toBe('disable_non_proxied_udp');
    // its dictionaries come from a server of somebody else
    expect(guarded.hasSpellChecker).toBe(false);
  });

  it('is the developer tools, in a package (E02)', () => {
    expect(window.options.webPreferences).toMatchObject({ devTools: false, sandbox: true });
  });

  it('is an external program, whatever the address (E15, F73)', () => {
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
  it('that Darkslide makes is nobody else’s to look into (F82)', async () => {
    const made = join(folder, 'parent', 'data');
    const held = holdFolder(made);
    expect((await stat(made)).mode & 0o777).toBe(0o700);
    if (held.ok) held.value.release();
  });
});
