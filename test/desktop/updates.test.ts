import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { hastyClock } from '../fixtures/hasty-clock.ts';
import { fillDisk, mountSmallDisk } from '../fixtures/small-disk.ts';
import { codeOf } from '../fixtures/values.ts';
import { channelFile, newSigner, type Answer } from './release-server.ts';
import { around, NEW, OLD, places, signer } from './updating.ts';

const run = promisify(execFile);
const PACKAGE = 'Darkslide-0.2.0.AppImage';
const LIST = 'latest-linux.yml';
const BETA = 'beta-linux.yml';

const { place, started } = places();

const staged = async () => {
  const names = await readdir(join(place.folder, 'data', 'staged', 'pending')).catch(() => []);
  return names.filter((name) => name.includes('AppImage'));
};
/** Offers a release list with a valid signature, whatever its content. */
const offerList = (file: Buffer, name = LIST) =>
  place.server.files.set(name, file).set(`${name}.sig`, signer.sign(name, file));

describe('a new version', () => {
  it('is downloaded, shown with its notes as plain text, and replaces the old version atomically', async () => {
    place.server.offer(signer, '0.2.0', NEW, 'releaseNotes: "More <b>light</b>.\\n\\u202Egnp.exe"');
    const { updates, looked, installer } = await started();
    expect(await looked()).toBe('ready');
    const [notes, at] = ['More <b>light</b>.\ngnp.exe', Date.UTC(2026, 10, 20, 10)];
    const release = { version: '0.2.0', notes, at };
    expect(updates.view()).toMatchObject({ source: 'here', version: '0.1.0', release });
    expect(await readFile(place.appImage)).toEqual(OLD);
    const ready = await updates.atEnd();
    expect(await installer.install(ready!, false)).toMatchObject({ ok: true });
    expect(await readFile(place.appImage)).toEqual(NEW);
    expect((await stat(place.appImage)).mode & 0o777).toBe(0o755);
  });

  it('is still downloaded after a restart, and is not downloaded again', async () => {
    place.server.offer(signer, '0.2.0', NEW);
    expect(await (await started()).looked()).toBe('ready');
    const again = await started();
    expect(await again.looked()).toBe('ready');
    expect(place.server.asked.filter((name) => name === PACKAGE)).toHaveLength(1);
  });

  it('resumes an interrupted download, and starts again if the file has changed', async () => {
    place.server.offer(signer, '0.2.0', NEW);
    let cuts = 0;
    place.server.files.set(PACKAGE, (request, response) => {
      const from = Number(/^bytes=(\d+)-/u.exec(request.headers.range ?? '')?.[1] ?? 0);
      // a server without support for ranges sends the whole file again
      const at = cuts === 1 ? 0 : from;
      response.writeHead(at === 0 ? 200 : 206, {
        'content-length': NEW.length - at,
        ...(at === 0 ? {} : { 'content-range': `bytes ${at}-${NEW.length - 1}/${NEW.length}` }),
      });
      cuts += 1;
      if (cuts > 2) return void response.end(NEW.subarray(at));
      response.write(NEW.subarray(at, at + 100_000), () => setImmediate(() => response.destroy()));
    });
    const { looked } = await started(around(), { clock: hastyClock(20) });
    expect(await looked()).toBe('ready');
    const ranges = place.server.asked.filter((name) => name.startsWith(PACKAGE));
    expect(ranges).toHaveLength(3);
    expect(ranges[2]).toMatch(/bytes=\d{4,}-$/u);
  });

  it('is not downloaded without the user if updates are set to ask, and comes from the chosen channel', async () => {
    offerList(channelFile('0.3.0-beta.1', NEW), BETA).set('Darkslide-0.3.0-beta.1.AppImage', NEW);
    const state = around();
    state.updates = { mode: 'ask', channel: 'beta' };
    const { updates, until } = await started(state);
    await updates.check();
    const release = { version: '0.3.0-beta.1' };
    expect(updates.view()).toMatchObject({ step: { kind: 'available' }, release });
    expect(place.server.asked).toEqual([BETA, `${BETA}.sig`]);
    await updates.download();
    await until('ready');
    // a user who leaves a channel gets no update from that channel, even if the newly chosen channel is
    // unreachable
    state.updates = { mode: 'automatic', channel: 'latest' };
    updates.reconsider();
    await until('failed');
    expect(await updates.atEnd()).toBeNull();
  });
});

it('a new version that sign-release.ts has signed is accepted, even while the signing key is being replaced', async () => {
  const step = (args: string[], env: Record<string, string> = {}) =>
    run(process.execPath, ['build-resources/sign-release.ts', ...args], {
      env: { ...process.env, ...env },
    });
  const made = await Promise.all([step(['--new-key']), step(['--new-key'])]);
  const valuesOf = (name: string) =>
    made.map(({ stdout }) => new RegExp(`${name}=(\\S+)`, 'u').exec(stdout)?.[1] ?? '');
  const release = join(place.folder, 'release');
  await mkdir(release);
  await writeFile(join(release, LIST), channelFile('0.2.0', NEW));
  const [, newKey = ''] = valuesOf('DARKSLIDE_UPDATE_KEYS');
  await step([release], {
    DARKSLIDE_UPDATE_SIGNING_KEY: valuesOf('DARKSLIDE_UPDATE_SIGNING_KEY').join(' '),
  });
  for (const name of [LIST, `${LIST}.sig`]) {
    place.server.files.set(name, await readFile(join(release, name)));
  }
  place.server.files.set(PACKAGE, NEW);
  expect(await (await started(around(), { own: { keys: [newKey] } })).looked()).toBe('ready');
});

describe('F77: does not install an update', () => {
  const list = channelFile('0.2.0', NEW);
  const endless: Answer = (_request, response) => {
    const more = () => {
      while (!response.destroyed && response.write(NEW));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  };
  const plain: Answer = (_request, response) => {
    const location = `http://127.0.0.1:${new URL(place.server.url).port}/${PACKAGE}`;
    response.writeHead(302, { location }).end();
  };
  const SIGNATURE = `${LIST}.sig`;
  const [byAnother, forBeta] = [newSigner().sign(LIST, list), signer.sign(BETA, list)];
  const longer = Buffer.concat([list, Buffer.from('\n')]);
  const portal = Buffer.from('<html>a captive portal: [}');
  const elsewhere = Buffer.from(list.toString().replace(`url: ${PACKAGE}`, 'url: ../../evil'));
  const cut = Buffer.concat([NEW.subarray(1), NEW.subarray(0, 1)]);
  type Files = typeof place.server.files;
  it.each<[what: string, code: string, spoil: (files: Files) => void]>([
    ['that is unsigned', 'update-unsigned', (at) => at.delete(SIGNATURE)],
    ['signed with another key', 'update-foreign', (at) => at.set(SIGNATURE, byAnother)],
    ['signed for another channel', 'update-foreign', (at) => at.set(SIGNATURE, forBeta)],
    ['whose list was changed after it was signed', 'update-foreign', (at) => at.set(LIST, longer)],
    ['whose list is unreadable', 'update-unreadable', () => offerList(portal)],
    ['that is not next to its list', 'update-unreadable', () => offerList(elsewhere)],
    ['whose list is missing', 'update-missing', (at) => at.delete(LIST)],
    ['that is damaged', 'update-damaged', (at) => at.set(PACKAGE, cut)],
    ['that is longer than its list says', 'update-too-long', (at) => at.set(PACKAGE, endless)],
    ['whose list is endless', 'update-too-long', (at) => at.set(LIST, endless)],
    ['that is downloaded without encryption', 'update-redirected', (at) => at.set(PACKAGE, plain)],
  ])('%s: %s', async (_what, code, spoil) => {
    place.server.offer(signer, '0.2.0', NEW);
    spoil(place.server.files);
    const { updates, looked, state } = await started();
    expect(await looked()).toBe(code);
    expect(state.troubles).toEqual([code]);
    expect(await updates.install(true)).toMatchObject({ problem: { code: 'update-not-ready' } });
    expect(await staged()).toEqual([]);
    expect(await readFile(place.appImage)).toEqual(OLD);
  });

  it.skipIf(process.platform === 'win32')('that Windows can’t verify', async () => {
    const installer = 'Darkslide-0.2.0.exe';
    offerList(Buffer.from(list.toString().replaceAll(PACKAGE, installer))).set(installer, NEW);
    // this computer has no PowerShell; running it would create a file named NUL in the current folder
    const before = process.cwd();
    process.chdir(place.folder);
    const own = { platform: 'win32', env: {} } as const;
    const { looked } = await started(around(), { own, publisher: 'CN=Darkslide' });
    expect(await looked()).toBe('update-unproven');
    process.chdir(before);
    // Darkslide must not run a powershell.exe next to photos instead of the one in Windows
    expect(process.env['NoDefaultCurrentDirectoryInExePath']).toBe('1');
  });

  it('that is never downloaded completely', async () => {
    place.server.offer(signer, '0.2.0', NEW);
    place.server.files.set(PACKAGE, (request, response) => {
      response.writeHead(request.headers.range === undefined ? 200 : 206, {
        'content-range': `bytes 1000-${NEW.length - 1}/${NEW.length}`,
        'content-length': NEW.length,
      });
      const isFirst = request.headers.range === undefined;
      response.write(isFirst ? NEW.subarray(0, 1000) : '', () => response.destroy());
    });
    // the pauses between attempts get longer
    const { looked } = await started(around(), { clock: hastyClock(60) });
    expect(await looked()).toBe('update-cut');
    expect(await staged()).toEqual([]);
  });

  it('that is older, even if a list that was valid earlier is offered again', async () => {
    const lookedAs = async (version: string) => (await started(around(), { version })).looked();
    place.server.offer(signer, '0.3.0', NEW);
    expect(await lookedAs('0.1.0')).toBe('ready');
    place.server.offer(signer, '0.2.0', NEW);
    expect(await lookedAs('0.1.0')).toBe('update-older');
    // a version older than the running one is refused, too
    expect(await lookedAs('0.4.0')).toBe('update-older');
    place.server.offer(signer, '0.4.0', NEW);
    expect(await lookedAs('0.4.0')).toBe('up-to-date');
  });

  it('that was changed on disk after the download', async () => {
    place.server.offer(signer, '0.2.0', NEW);
    const { updates, looked, installer, state } = await started();
    expect(await looked()).toBe('ready');
    const ready = await updates.atEnd();
    await writeFile(ready!.path, OLD);
    // install detects a change between the last check and the copy
    expect(codeOf(await installer.install(ready!, false))).toBe('update-changed');
    expect(codeOf(await updates.install(true))).toBe('update-changed');
    expect(state.restarts).toBe(0);
    expect(await readFile(place.appImage)).toEqual(OLD);
    expect(await readdir(place.folder)).not.toContainEqual(expect.stringContaining('part'));
    expect(await looked()).toBe('ready');
  });

  it.runIf(process.platform === 'linux')(
    'if there is not enough space before or during the download',
    async (context) => {
      const small = await mountSmallDisk(place.folder, '70m');
      if (small === null) return context.skip();
      onTestFinished(() => small.unmount());
      place.server.offer(signer, '0.2.0', NEW);
      const free = await fillDisk(small.path);
      const { updates, looked } = await started(around(), { staging: small.path });
      expect(await looked()).toBe('disk-full');
      expect(place.server.asked).not.toContain(PACKAGE);
      await free();
      // there was enough space at the start, but then another program has used the space
      place.server.files.set(PACKAGE, (_request, response) => {
        response.write(NEW.subarray(0, 1000), () => {
          void fillDisk(small.path).then(() => response.end(NEW.subarray(1000)));
        });
      });
      expect(await looked()).toBe('disk-full');
      await rm(join(small.path, 'ballast'));
      place.server.files.set(PACKAGE, NEW);
      expect(await looked()).toBe('ready');
      expect(updates.view().release?.version).toBe('0.2.0');
    },
  );

  it.runIf(process.platform === 'linux')(
    'over the old version if the disk is full',
    async (context) => {
      const small = await mountSmallDisk(place.folder);
      if (small === null) return context.skip();
      onTestFinished(() => small.unmount());
      place.appImage = join(small.path, 'Darkslide.AppImage');
      await writeFile(place.appImage, OLD);
      vi.stubEnv('APPIMAGE', place.appImage);
      place.server.offer(signer, '0.2.0', NEW);
      const { updates, looked, installer, state } = await started();
      expect(await looked()).toBe('ready');
      const ready = await updates.atEnd();
      await fillDisk(small.path);
      expect(codeOf(await updates.install(true))).toBe('disk-full');
      expect(state.restarts).toBe(0);
      expect(codeOf(await installer.install(ready!, true))).toBe('disk-full');
      expect(await readFile(place.appImage)).toEqual(OLD);
    },
  );
});
