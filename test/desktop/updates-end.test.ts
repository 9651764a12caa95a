import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { usualPreferences } from '#shared/views/settings.ts';
import { createClient } from '#shared/contract/client.ts';
import { prepareFirstStart } from '../e2e/first-start.ts';
import { ownFolder } from '../fixtures/own-folder.ts';
import { plainRecipe } from '../fixtures/plain-recipe.ts';
import { codeOf, valueOf } from '../fixtures/values.ts';
import { buildPreload, startIn } from './page.ts';
import { newSigner, startReleaseServer } from './release-server.ts';

const signer = newSigner();
const OLD = '#!/bin/sh\n';
/** Returns a program that writes its arguments to a file next to itself. */
const next = (version: string) =>
  `#!/bin/sh\n# ${version}\nprintf '%s\\n' "$@" > "$0.new"\nmv "$0.new" "$0.started"\n`;

const folder = await ownFolder('updating', afterAll);
const server = await startReleaseServer();
const preload = await buildPreload(folder);
const appImage = join(folder, 'Darkslide.AppImage');
await writeFile(appImage, OLD);
await writeFile(join(folder, 'root.pem'), server.root);
await writeFile(join(folder, 'app-update.yml'), `url: ${server.url}\nupdaterCacheDirName: u\n`);
vi.stubEnv('APPIMAGE', appImage);
vi.stubEnv('APPDIR', dirname(process.execPath));
Object.assign(process, { resourcesPath: folder });
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.close();
});

/** Starts Darkslide as installed, with its own fake of Electron and jobs in progress. */
async function begin(data = 'data') {
  vi.resetModules();
  const electron = await import('./electron/electron.ts');
  const { startDesktop } = await import('#electron/hosts/desktop/set-up.ts');
  const { portOf, runPreload } = await import('./page.ts');
  electron.app.isPackaged = true;
  const args = [`--data=${join(folder, data)}`];
  const installed = { env: process.env, updateKeys: [signer.publicKey] };
  // the restart must not pass on the empty argument, which is not a file
  await startDesktop(startIn(folder, { args: [...args, ''], ...installed }));
  const contents = () => electron.BrowserWindow.all[0]!.webContents;
  const client = createClient(portOf(runPreload(preload, contents()).darkslide!));
  const extraCertificates = join(folder, 'root.pem');
  electron.person.folder = extraCertificates;
  await client.ask('host.choose-file', { title: 'The certificate' });
  const network = { ...usualPreferences.network, extraCertificates };
  await client.ask('settings.network', { network, password: null });
  const ready = async () => {
    await client.ask('updates.check', {});
    const step = async () => valueOf(await client.ask('updates.state', {})).step.kind;
    await expect.poll(step).toBe('ready');
  };
  const ended = async () => {
    await expect.poll(() => electron.app.exitStatus).toBe(0);
  };
  /** Adds photos and starts to process them. */
  const work = async (colour: string) => {
    const strip = async () =>
      valueOf(await client.ask('retouch.filmstrip', { offset: 0, limit: 3 })).rows;
    await expect.poll(strip).toHaveLength(3);
    const ids = (await strip()).map(({ id }) => id);
    const params = { ...plainRecipe.params, backgroundHex: colour };
    valueOf(await client.ask('retouch.run', { ids, recipe: { ...plainRecipe, params } }));
  };
  return { ...electron, args, contents, client, ready, ended, work };
}

it('restarts with the new version in the same view, and asks first if photos are being processed', async () => {
  server.offer(signer, '9.0.0', Buffer.from(next('9.0.0')));
  const { app, args, client, contents, ready, ended, work } = await begin();
  await ready();
  await work('#101010');
  contents().load('darkslide://app/#/queue?sort=changed');
  const install = (evenWhileBusy: boolean) => client.ask('updates.install', { evenWhileBusy });
  expect(codeOf(await install(false))).toBe('update-jobs-running');
  expect(app.exitStatus).toBeNull();
  expect(await readFile(appImage, 'utf8')).toBe(OLD);
  expect(codeOf(await install(true))).toBeNull();
  await ended();
  expect(await readFile(appImage, 'utf8')).toBe(next('9.0.0'));
  await expect.poll(() => readFile(`${appImage}.started`, 'utf8')).toBe(`${args.join('\n')}\n`);
});

it('asks when the user quits while photos are processed, and keeps the old version if the user chooses so', async () => {
  server.offer(signer, '9.1.0', Buffer.from(next('9.1.0')));
  const { app, contents, person, ready, ended, work } = await begin();
  expect(contents().mainFrame.url).toBe('darkslide://app/#/queue?sort=changed');
  await ready();
  await work('#202020');
  person.answer = 0;
  app.quit();
  await ended();
  expect(person.asked.map(({ message }) => message)).toEqual(['Install Darkslide 9.1.0 now?']);
  expect(await readFile(appImage, 'utf8')).toBe(next('9.0.0'));
});

it('installs without a question if nothing is running when Darkslide quits', async () => {
  await prepareFirstStart(join(folder, 'idle'), 'none');
  const { app, contents, person, ready, ended } = await begin('idle');
  expect(contents().mainFrame.url).toBe('darkslide://app/');
  await ready();
  app.quit();
  await ended();
  expect(person.asked).toEqual([]);
  expect(await readFile(appImage, 'utf8')).toBe(next('9.1.0'));
});
