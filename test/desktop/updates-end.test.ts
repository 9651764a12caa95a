import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { systemClock } from '#electron/base/clock.ts';
import { findScreens } from '#electron/browser/screens-build.ts';
import type { Client } from '#shared/contract/client.ts';
import { createClient } from '#shared/contract/client.ts';
import { prepareFirstStart } from '../e2e/first-start.ts';
import { buildPreload } from './page.ts';
import { newSigner, startReleaseServer, type ReleaseServer } from './release-server.ts';

const signer = newSigner();
const OLD = '#!/bin/sh\n';
/** Says what it was started with. */
const next = (version: string) =>
  `#!/bin/sh\n# ${version}\nprintf '%s\\n' "$@" > "$0.new"\nmv "$0.new" "$0.started"\n`;

let folder: string;
let appImage: string;
let server: ReleaseServer;
let preload: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'darkslide-updating-'));
  server = await startReleaseServer();
  preload = await buildPreload(folder);
  const screens = await findScreens(() => {});
  if (!screens.ok) throw new Error(screens.problem.detail);
  appImage = join(folder, 'Darkslide.AppImage');
  await writeFile(appImage, OLD);
  await writeFile(join(folder, 'root.pem'), server.root);
  await writeFile(join(folder, 'app-update.yml'), `url: ${server.url}\nupdaterCacheDirName: u\n`);
  vi.stubEnv('APPIMAGE', appImage);
  vi.stubEnv('APPDIR', dirname(process.execPath));
  Object.assign(process, { resourcesPath: folder });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
});

/** Darkslide as it is installed, on a stand-in of Electron of its own, with work under way. */
async function begin(data = 'data') {
  vi.resetModules();
  const electron = await import('./electron/electron.ts');
  const { startDesktop } = await import('#electron/desktop/set-up.ts');
  const { portOf, runPreload } = await import('./page.ts');
  electron.app.isPackaged = true;
  const args = [`--data=${join(folder, data)}`];
  await startDesktop({
    workFolder: folder,
    // what stands in the place of a file is not for the next start
    args: [...args, ''],
    env: process.env,
    policy: { file: join(folder, 'policy.json'), owner: 0 },
    updateKeys: [signer.publicKey],
    clock: systemClock,
    random: Math.random,
  });
  const contents = () => electron.BrowserWindow.all[0]!.webContents;
  const client: Client = createClient(portOf(runPreload(preload, contents()).darkslide!));
  const settings = await client.ask('settings.get', {});
  if (!settings.ok) throw new Error(settings.problem.message);
  const { network } = settings.value.preferences;
  const extraCertificates = join(folder, 'root.pem');
  electron.person.folder = extraCertificates;
  await client.ask('host.choose-file', { title: 'The certificate' });
  await client.ask('settings.network', {
    network: { ...network, extraCertificates },
    password: null,
  });
  const ready = async () => {
    await client.ask('updates.check', {});
    await vi.waitUntil(
      async () => {
        const view = await client.ask('updates.state', {});
        return view.ok && view.value.step.kind === 'ready';
      },
      { timeout: 40_000 },
    );
  };
  /** Has photos worked on from now on. */
  const work = async (colour: string) => {
    const strip = await vi.waitUntil(
      async () => {
        const page = await client.ask('retouch.filmstrip', { offset: 0, limit: 3 });
        return page.ok && page.value.rows.length === 3 ? page.value.rows : undefined;
      },
      { timeout: 40_000, interval: 100 },
    );
    const recipe = {
      agent: 'removeBG',
      params: { maskType: 'autoSubjectSegment', backgroundHex: colour, batchCount: 1 },
      delivery: { metadata: 'none' },
    };
    const ids = strip.map(({ id }) => id);
    expect(await client.ask('retouch.run', { ids, recipe })).toMatchObject({ ok: true });
  };
  return { ...electron, args, contents, client, ready, work };
}

it('restarts into a new version where the window was, and asks first while photos are worked on', async () => {
  server.offer(signer, '9.0.0', Buffer.from(next('9.0.0')));
  const { app, args, client, contents, ready, work } = await begin();
  await ready();
  await work('#101010');
  contents().load('darkslide://app/#/queue?sort=changed');
  expect(await client.ask('updates.install', { evenWhileBusy: false })).toMatchObject({
    problem: { code: 'update-jobs-running' },
  });
  expect(app.exitStatus).toBeNull();
  expect(await readFile(appImage, 'utf8')).toBe(OLD);
  expect(await client.ask('updates.install', { evenWhileBusy: true })).toMatchObject({ ok: true });
  await vi.waitUntil(() => app.exitStatus !== null, 40_000);
  expect(app.exitStatus).toBe(0);
  expect(await readFile(appImage, 'utf8')).toBe(next('9.0.0'));
  const started = await vi.waitUntil(
    () => readFile(`${appImage}.started`, 'utf8').catch(() => undefined),
    5000,
  );
  expect(started.trimEnd().split('\n')).toEqual(args);
});

it('asks at a quit as well, and leaves the old version where the person wants that', async () => {
  server.offer(signer, '9.1.0', Buffer.from(next('9.1.0')));
  const { app, contents, person, ready, work } = await begin();
  expect(contents().mainFrame.url).toBe('darkslide://app/#/queue?sort=changed');
  await ready();
  await work('#202020');
  person.answer = 0;
  app.quit();
  await vi.waitUntil(() => app.exitStatus !== null, 40_000);
  expect(person.asked.map(({ message }) => message)).toEqual(['Install Darkslide 9.1.0 now?']);
  expect(await readFile(appImage, 'utf8')).toBe(next('9.0.0'));
});

it('installs at a quit when nothing runs, without a question', async () => {
  await prepareFirstStart(join(folder, 'idle'), 'none');
  const { app, contents, person, ready } = await begin('idle');
  expect(contents().mainFrame.url).toBe('darkslide://app/');
  await ready();
  app.quit();
  await vi.waitUntil(() => app.exitStatus !== null, 40_000);
  expect(person.asked).toEqual([]);
  expect(await readFile(appImage, 'utf8')).toBe(next('9.1.0'));
});
