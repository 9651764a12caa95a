import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startDesktop } from '#electron/hosts/desktop/set-up.ts';
import { builtPreload } from '#electron/hosts/desktop/window.ts';
import { builtScreens } from '#electron/hosts/contract/screens.ts';
import { holdFolder } from '#electron/adapters/ledger/open.ts';
import { createClient, type Client } from '#shared/contract/client.ts';
import { ownFolder } from '../fixtures/own-folder.ts';
import { valueOf } from '../fixtures/values.ts';
import { startProxy } from '../network/proxy.ts';
import {
  app,
  BrowserWindow,
  Menu,
  person,
  protocol,
  session,
  told,
  Tray,
} from './electron/electron.ts';
import { buildPreload, portOf, runPreload, startIn, type PageBridge } from './page.ts';

const folder = await ownFolder('desktop', afterAll);
const preload = await buildPreload(folder);
const start = startIn(folder, { args: ['--data', join(folder, 'data'), '--enable-logging'] });
const guarded = session.defaultSession;
const window = () => BrowserWindow.all[0]!;
const contents = () => window().webContents;
const OURS = 'darkslide://app/';

beforeAll(() => startDesktop(start));
afterAll(async () => {
  if (app.exitStatus === null) app.quit();
  await vi.waitUntil(() => app.exitStatus !== null, 55_000);
});

const connected = () => {
  const { darkslide } = runPreload(preload, contents());
  return { bridge: darkslide!, client: createClient(portOf(darkslide!)) };
};

/**
 * Checks whether a request over this bridge is answered: sends it, then another request over `later`, and
 * checks whether the first answer has arrived when the second one arrives.
 */
async function isHeard(bridge: PageBridge, later: Client): Promise<boolean> {
  let isAnswered = false;
  bridge.listen(() => (isAnswered = true));
  bridge.post({ kind: 'ask', id: 1, channel: 'host.info', input: {} });
  expect((await later.ask('host.info', {})).ok).toBe(true);
  return isAnswered;
}

/** Starts Darkslide as a second program, with its own fake of Electron. */
async function startAgain() {
  vi.resetModules();
  const second = await import('./electron/electron.ts');
  const { startDesktop: startSecond } = await import('#electron/hosts/desktop/set-up.ts');
  await startSecond(start);
  return second;
}

describe('the start of the desktop app', () => {
  it('takes the lock and registers the schemes before the app is ready, and opens the window last', () => {
    const handled = ['handle darkslide', 'handle darkslide-media'];
    expect(told).toEqual(['lock', 'schemes', 'ready', ...handled, 'window']);
    expect(app).toMatchObject({ name: 'Darkslide', isSandboxed: true });
    expect(app.getPath('userData')).toBe(join(folder, 'data', 'window'));
    expect(person.errors).toEqual([]);
  });

  it('sandboxes the page, which reaches the system only through the preload (E02 E03 E04 E06 E08 E09 E10)', () => {
    expect(window().options.webPreferences).toEqual({
      preload: builtPreload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: true,
    });
    expect(window().options).toMatchObject({ show: false, backgroundColor: '#191919' });
    expect(contents().mainFrame.url).toBe(OURS);
    expect(window().isShown).toBe(true);
  });
});

describe('F72: a page can’t leave its limits', () => {
  const others = [
    'https://evil.example/',
    'file:///etc/passwd',
    'darkslide://other/',
    'about:blank',
  ];
  it.each(others)('can’t open another address (E13 E14): %s', (url) => {
    expect(contents().navigate(url)).toBe(false);
    expect(contents().navigate(url, false)).toBe(false);
    expect(contents().redirect(url)).toBe(false);
    expect(contents().openWindow(url)).toBe(false);
  });

  it('can show another view and reload itself (E11 E12)', () => {
    expect(contents().navigate(`${OURS}#/queue`)).toBe(true);
    expect(contents().navigate(OURS, false)).toBe(false);
    expect(contents().openWindow(OURS)).toBe(false);
    expect(contents().attachWebview()).toBe(false);
  });

  it('may only write to the clipboard; all other permissions are refused (E05)', () => {
    const wanted = ['media', 'geolocation', 'notifications', 'clipboard-read', 'openExternal'];
    for (const permission of [...wanted, 'fileSystem', 'usb', 'hid', 'serial', 'unknown']) {
      expect(guarded.asks(permission, OURS)).toBe(false);
      expect(guarded.checks(permission, OURS)).toBe(false);
    }
    expect(guarded.givesDevice()).toBe(false);
    expect(guarded.givesScreen()).toBe(false);
    expect(guarded.asks('clipboard-sanitized-write', OURS)).toBe(true);
    expect(guarded.checks('clipboard-sanitized-write', 'darkslide://app')).toBe(true);
    expect(guarded.checks('clipboard-sanitized-write', 'https://evil.example')).toBe(false);
  });

  it('loads only its own files: no network, no external download (E01)', () => {
    for (const url of ['https://evil.example/', 'http://127.0.0.1/', 'file:///etc/passwd']) {
      expect(guarded.loads(url)).toBe(false);
      expect(guarded.downloads(url)).toBe(false);
    }
    expect(guarded.loads('ws://127.0.0.1:80/')).toBe(false);
    expect(guarded.loads(`${OURS}assets/index.js`)).toBe(true);
    expect(guarded.downloads('blob:darkslide://app/1-2-3')).toBe(true);
  });
});

describe('the protocols of the app', () => {
  it('have the privileges that a page needs, and none that bypass its policy', () => {
    for (const { privileges } of protocol.privileged) {
      expect(privileges).toMatchObject({ standard: true, secure: true });
      expect(privileges).not.toHaveProperty('bypassCSP');
      expect(privileges).not.toHaveProperty('allowServiceWorkers');
    }
    const schemes = protocol.privileged.map(({ scheme }) => scheme);
    expect(schemes).toEqual(['darkslide', 'darkslide-media']);
  });

  it('serve the built screens with a strict policy (E07 E18)', async () => {
    const page = await protocol.ask(OURS);
    expect(page?.status).toBe(200);
    expect(await page?.text()).toContain('<div id="app">');
    const policy = page?.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("img-src 'self' blob: data: darkslide-media:");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    const assets = await readdir(join(builtScreens, 'assets'));
    const script = assets.find((name) => name.endsWith('.js'));
    const asset = await protocol.ask(`${OURS}assets/${script}`);
    expect(asset?.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  });

  it.each([
    `${OURS}index.ts`,
    `${OURS}%2e%2e/package.json`,
    `${OURS}assets/%2e%2e%2f%2e%2e%2fpackage.json`,
    `${OURS}etc/passwd`,
    'darkslide://other/',
  ])('F74: serve nothing at %s', async (url) => {
    expect((await protocol.ask(url))?.status ?? 404).toBe(404);
  });

  it.each([
    'photo/999999/160',
    'photo/1/161',
    'photo/0/160',
    '%2e%2e/ledger.sqlite',
    'photo/1/%2e%2e%2f%2e%2e/ledger.sqlite',
    '/etc/passwd',
    'photo//etc/passwd/160',
    String.raw`photo\1\160`,
    '',
  ])('F74: serve no picture at %s', async (path) => {
    const answer = await protocol.ask(`darkslide-media://media/${path}`, 'darkslide://app');
    expect(answer?.status).toBe(404);
    expect(await answer?.text()).toBe('');
  });

  it('F74: serve a picture of the ledger only to our page', async () => {
    const { client } = connected();
    const first = { filter: {}, sort: 'order', offset: 0, limit: 1 } as const;
    const job = await vi.waitUntil(
      async () => valueOf(await client.ask('queue.page', first)).rows[0],
      55_000,
    );
    const url = `darkslide-media://media/photo/${job.id}/160`;
    const shown = await protocol.ask(url, 'darkslide://app');
    expect(shown).toMatchObject({ status: 200 });
    expect(shown?.headers.get('content-type')).toBe('image/jpeg');
    expect((await shown?.arrayBuffer())?.byteLength).toBeGreaterThan(500);
    for (const origin of ['https://evil.example', 'null', 'darkslide://other']) {
      expect((await protocol.ask(url, origin))?.status).toBe(404);
    }
    expect(await protocol.ask('darkslide-media://other/photo/1/160')).toBeNull();
  });
});

describe('the bridge between page and host', () => {
  it('exposes only the contract (E20)', async () => {
    const exposed = runPreload(preload, contents());
    expect(Object.keys(exposed)).toEqual(['darkslide']);
    expect(Object.keys(exposed['darkslide']!).sort()).toEqual(['listen', 'pathOf', 'post']);
    const { client } = connected();
    const info = { kind: 'desktop', hasDialogs: true, locale: 'en-GB' };
    expect(valueOf(await client.ask('host.info', {}))).toMatchObject(info);
  });

  it('reports changes to the page', async () => {
    const { client } = connected();
    const heard = new Promise((resolve) => {
      client.on('changed', ({ parts }) => parts.includes('settings') && resolve(parts));
    });
    await client.ask('settings.change', { preferences: { appearance: 'mid' } });
    expect(await heard).toContain('settings');
    const page = await protocol.ask(OURS);
    expect(await page?.text()).toContain('<html lang="en" data-appearance="mid">');
  });

  it('F71: accepts only channels of the contract', async () => {
    const { bridge } = connected();
    const answers: number[] = [];
    for (const frame of [
      null,
      'ask',
      { kind: 'ask', id: 1, channel: 'constructor', input: {} },
      { kind: 'ask', id: 2, channel: 'shell.open', input: { path: '/' } },
      { kind: 'invoke', id: 3, channel: 'host.info', input: {} },
      { kind: 'ask', id: '4', channel: 'host.info', input: {} },
    ]) {
      bridge.post(frame);
    }
    bridge.listen((frame) => frame.kind === 'answer' && answers.push(frame.id));
    bridge.post({ kind: 'ask', id: 9, channel: 'host.info', input: {} });
    await vi.waitUntil(() => answers.length > 0, 55_000);
    expect(answers).toEqual([9]);
  });

  it.each([
    ['a frame inside the page', (frame: object) => ({ ...frame, parent: frame })],
    ['another origin', (frame: object) => ({ ...frame, origin: 'https://evil.example' })],
    ['another host of the scheme', (frame: object) => ({ ...frame, origin: 'darkslide://other' })],
    ['a page that no longer exists', () => null],
  ])('F70: refuses %s (E17)', async (_what, change) => {
    // this connection still gets answers, so the test can tell that the other one gets none
    const { client } = connected();
    const frame = change(contents().mainFrame) as never;
    const { darkslide } = runPreload(preload, contents(), frame);
    expect(await isHeard(darkslide!, client)).toBe(false);
  });

  it('F70: refuses another window (E17)', async () => {
    const { client } = connected();
    const foreign = new BrowserWindow({ webPreferences: {} });
    await foreign.loadURL(OURS);
    const { darkslide } = runPreload(preload, foreign.webContents);
    expect(await isHeard(darkslide!, client)).toBe(false);
    foreign.close();
  });

  it('gives a reloaded page a new connection, which replaces the old one', async () => {
    const { bridge } = connected();
    const { client } = connected();
    expect(await isHeard(bridge, client)).toBe(false);
  });
});

it('F27: asks for the system’s proxies for each connection, tries them in order, and never bypasses them', async () => {
  const proxy = await startProxy({ wants: 'anna:secret' });
  const { client } = connected();
  guarded.proxies = `SOCKS5 127.0.0.1:9; PROXY 127.0.0.1:${proxy.port}; DIRECT`;
  const service = { url: 'https://service.example/openapi/v1', key: 'a-key' };
  const tested = await client.ask('settings.test', service);
  guarded.proxies = 'DIRECT';
  await proxy.close();
  expect(tested.ok && tested.value.steps.at(-1)).toMatchObject({
    step: 'proxy',
    problem: { code: 'proxy-authentication', about: `127.0.0.1:${proxy.port}` },
  });
  // Darkslide requests no proxies for the demo service, because it runs on this computer
  expect(new Set(guarded.askedForProxies)).toEqual(new Set(['https://service.example:443/']));
});

describe('the desktop around the window', () => {
  it('has a menu in the user’s language, and a tray that shows the state of the work', async () => {
    const { client } = connected();
    await vi.waitUntil(() => Menu.current !== null && Tray.all[0]?.toolTip !== '', 55_000);
    expect(Menu.current?.find('settings')).toMatchObject({ accelerator: 'CmdOrCtrl+,' });
    expect(Tray.all[0]?.image.isEmpty()).toBe(false);
    Menu.current?.find('pause')?.click?.();
    await vi.waitUntil(() => Tray.all[0]?.toolTip.includes('Paused'), 55_000);
    Menu.current?.find('resume')?.click?.();
    await client.ask('settings.change', { preferences: { language: 'zh-CN' } });
    await vi.waitUntil(() => Menu.current?.find('queue')?.label === '队列', 55_000);
  });

  it('has a menu that opens views and the data folder', () => {
    Menu.current?.find('queue')?.click?.();
    expect(contents().mainFrame.url).toBe(`${OURS}#/queue`);
    Menu.current?.find('data-folder')?.click?.();
    expect(person.revealed.at(-1)).toBe(join(folder, 'data'));
  });

  const dialogs = ['host.choose-folder', 'host.choose-file'] as const;
  it.each(dialogs)('shows the system dialog: %s', async (channel) => {
    const { client } = connected();
    for (const chosen of [null, folder]) {
      person.folder = chosen;
      expect(await client.ask(channel, { title: 'Drop' })).toEqual({ ok: true, value: chosen });
    }
  });

  it('comes to the front when Darkslide is started again, and the second program quits', async () => {
    window().minimize();
    const second = await startAgain();
    expect(second.app).not.toBe(app);
    expect(second.app.exitStatus).toBe(0);
    expect(second.BrowserWindow.all).toHaveLength(0);
    expect(second.told).toEqual(['lock']);
    expect(window().isMinimized()).toBe(false);
    expect(BrowserWindow.all).toHaveLength(1);
  });

  it('can be closed while work continues, remembers its position, and opens again', async () => {
    window().bounds = { x: 40, y: 60, width: 1200, height: 800 };
    window().close();
    expect(BrowserWindow.all).toHaveLength(0);
    expect(app.exitStatus).toBeNull();
    const file = join(folder, 'data', 'window', 'window.json');
    await expect.poll(() => readFile(file, 'utf8')).toContain('1200');
    Tray.all[0]?.emit('click');
    expect(window().bounds).toEqual({ x: 40, y: 60, width: 1200, height: 800 });
    expect(BrowserWindow.all).toHaveLength(1);
  });

  it('is reloaded after the page crashed', () => {
    contents().emit('render-process-gone', {}, { reason: 'crashed' });
    expect(contents().reloads).toBe(1);
  });

  it('quits Darkslide when it is closed, if the user has chosen this, after everything is saved', async () => {
    const { client } = connected();
    await client.ask('settings.change', { preferences: { keepRunning: false } });
    window().close();
    await vi.waitUntil(() => app.exitStatus !== null, 55_000);
    expect(app.exitStatus).toBe(0);
    expect(Tray.all[0]?.isDestroyed).toBe(true);
    // the data folder is free for the next program
    valueOf(holdFolder(join(folder, 'data'))).release();
  });

  it('says who uses the data folder, and quits', async () => {
    const held = valueOf(holdFolder(join(folder, 'data')));
    const second = await startAgain();
    expect(second.app.exitStatus).toBe(3);
    expect(second.person.errors).toEqual([
      expect.stringContaining('Another instance of Darkslide is using'),
    ]);
    expect(second.BrowserWindow.all).toHaveLength(0);
    held.release();
  });
});
