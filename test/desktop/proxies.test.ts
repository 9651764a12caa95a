import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { systemClock } from '#electron/base/clock.ts';
import { findScreens } from '#electron/browser/screens-build.ts';
import { startDesktop } from '#electron/desktop/set-up.ts';
import { createClient } from '#shared/contract/client.ts';
import { startProxy } from '../network/proxy.ts';
import { app, BrowserWindow, session } from './electron/electron.ts';
import { buildPreload, portOf, runPreload } from './page.ts';

let folder: string;
let preload: string;
const guarded = session.defaultSession;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'darkslide-proxies-'));
  preload = await buildPreload(folder);
  const screens = await findScreens(() => {});
  if (!screens.ok) throw new Error(screens.problem.detail);
  const args = ['--data', join(folder, 'data')];
  const policy = { file: join(folder, 'policy.json'), owner: 0 };
  const around = {
    workFolder: folder,
    env: {},
    policy,
    updateKeys: [],
    clock: systemClock,
    random: Math.random,
  };
  await startDesktop({ args, ...around });
});
afterAll(async () => {
  if (app.exitStatus === null) app.quit();
  await vi.waitUntil(() => app.exitStatus !== null, 40_000);
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
});

describe('F27: the proxies of the system', () => {
  it('are asked for with each connection, gone through in their order, and never gone past', async () => {
    const proxy = await startProxy({ wants: 'anna:secret' });
    const { darkslide } = runPreload(preload, BrowserWindow.all[0]!.webContents);
    const client = createClient(portOf(darkslide!));
    guarded.proxies = `SOCKS5 127.0.0.1:9; PROXY 127.0.0.1:${proxy.port}; DIRECT`;
    const service = { url: 'https://service.example/openapi/v1', key: 'a-key' };
    const tested = await client.ask('settings.test', service);
    guarded.proxies = 'DIRECT';
    await proxy.close();
    expect(tested.ok && tested.value.steps.at(-1)).toMatchObject({
      step: 'proxy',
      problem: { code: 'proxy-authentication', about: `127.0.0.1:${proxy.port}` },
    });
    // and not for the demo service, which is this computer itself
    expect(new Set(guarded.askedForProxies)).toEqual(new Set(['https://service.example:443/']));
  });
});
