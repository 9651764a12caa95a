import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '#electron/base/clock.ts';
import { startRawServer, type RawServer } from '../../test/service/raw-server.ts';
import { ownRoot, selfSigned, type Certified } from '../../test/service/self-signed.ts';
import { readCertificates } from './certificates.ts';
import { placeOf } from './connect.ts';
import { ConnectFailure } from './failure.ts';
import { limit } from './limit.ts';
import { createNetwork } from './network.ts';
import { noProxies } from './ways.ts';

const root = ownRoot('Studio Root');
let folder: string;
let file: string;
const servers: RawServer[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'darkslide-roots-'));
  file = join(folder, 'roots.pem');
  await writeFile(file, `# of the studio\n${root.cert}${selfSigned().cert}`);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const server of servers.splice(0)) await server.close();
  await rm(folder, { recursive: true, force: true });
});

const dataFolder = () => join(folder, 'data');
const read = (path: string) => readCertificates({ file: path, dataFolder: dataFolder() });

async function connectTo(tls: Certified, certificates: string | null = file) {
  const server = await startRawServer({ tls });
  servers.push(server);
  const network = createNetwork({
    clock: systemClock,
    waysTo: noProxies,
    certificates: () =>
      certificates === null ? null : { file: certificates, dataFolder: dataFolder() },
  });
  const within = limit(systemClock, new AbortController().signal);
  try {
    const socket = await network.open(placeOf(new URL(server.url)), within, 5000);
    socket.destroy();
    return { problem: null, leg: null, bytes: server.bytes() };
  } catch (error) {
    if (!(error instanceof ConnectFailure)) throw error;
    return { problem: error.problem, leg: error.leg, bytes: server.bytes() };
  } finally {
    within.close();
  }
}

describe('F28 certificates', () => {
  it('of a root that the file names hold', async () => {
    expect((await connectTo(root.vouchesFor({}))).problem).toBeNull();
  });

  it('of a root that nobody names: who issued it, and what to do', async () => {
    const { problem, leg, bytes } = await connectTo(root.vouchesFor({}), null);
    expect(problem).toMatchObject({
      code: 'service-certificate',
      about: '127.0.0.1, Studio Root',
    });
    // nothing of a request has left
    expect([leg, bytes]).toEqual(['certificate', 0]);
    expect(problem?.message).toContain('Settings, Network');
  });

  it('that vouch for themselves do not hold', async () => {
    const { problem } = await connectTo(selfSigned({ commonName: 'a box' }));
    expect(problem).toMatchObject({ code: 'service-certificate', about: '127.0.0.1, a box' });
  });

  it('are checked whatever the environment says', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const { problem, bytes } = await connectTo(selfSigned({ commonName: 'a box' }));
    expect([problem?.code, bytes]).toEqual(['service-certificate', 0]);
  });

  it('that have run out: since when', async () => {
    const { problem } = await connectTo(root.vouchesFor({ years: [2001, 2003] }));
    expect(problem).toMatchObject({
      code: 'service-certificate-expired',
      about: '127.0.0.1, 2003-01-01',
    });
    expect(problem?.message).toContain('ran out on 2003-01-01');
  });

  it('that do not hold yet: from when', async () => {
    const { problem } = await connectTo(root.vouchesFor({ years: [2100, 2101] }));
    expect(problem?.message).toContain('begins to hold on 2100-01-01');
  });

  it('for another name: for which', async () => {
    const names = ['login.example', 'www.login.example'];
    const { problem } = await connectTo(root.vouchesFor({ names }));
    expect(problem).toMatchObject({
      code: 'service-certificate-name',
      about: '127.0.0.1, login.example, www.login.example',
    });
  });

  it('a file that is gone makes fewer trusted, never more', async () => {
    await rm(file);
    const { problem } = await connectTo(root.vouchesFor({}));
    expect(problem?.code).toBe('service-certificate');
    expect(problem?.detail).toContain(file);
  });
});

describe('a file of certificates', () => {
  it('gives each of them', () => {
    const found = read(file);
    expect(found.ok && found.value).toHaveLength(2);
  });

  it.each([
    ['no certificate at all', 'hello'],
    ['a damaged one', '-----BEGIN CERTIFICATE-----\nbm90IG9uZQ==\n-----END CERTIFICATE-----'],
    ['a key', selfSigned().key],
  ])('is refused with %s', async (_what, text) => {
    await writeFile(file, text);
    const found = read(file);
    expect(found.ok ? null : found.problem.code).toBe('certificates-unreadable');
  });

  it('is refused where a page could have made it: a picture or note that holds one, by whatever name', async () => {
    const pem = Buffer.from(root.cert);
    const picture = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xfe, 0, 9]), pem]);
    for (const [name, content] of [
      ['photo.jpg', pem],
      ['photo.xmp', pem],
      ['photo.pem', picture],
    ] as const) {
      const path = join(folder, name);
      await writeFile(path, content);
      const found = read(path);
      expect([name, found.ok ? null : found.problem.code]).toEqual([
        name,
        'certificates-unreadable',
      ]);
    }
  });

  it('A7 is refused in the data folder, by whatever way it is named', async () => {
    const releases = join(dataFolder(), 'releases', 'abc');
    await mkdir(releases, { recursive: true });
    const upload = join(releases, 'release.pem');
    await writeFile(upload, root.cert);
    const codeOf = (path: string) => {
      const found = read(path);
      return found.ok ? null : found.problem.code;
    };
    const [link, folderLink, chain] = ['link.pem', 'elsewhere', 'chain.crt'].map((name) =>
      join(folder, name),
    ) as [string, string, string];
    await symlink(upload, link);
    await symlink(releases, folderLink);
    await symlink(link, chain);
    for (const path of [
      upload,
      join(dataFolder(), '..', 'data', 'releases', 'abc', 'release.pem'),
      link,
      chain,
      join(folderLink, 'release.pem'),
    ]) {
      expect([path, codeOf(path)]).toEqual([path, 'certificates-not-safe']);
    }
    // the data folder itself may be reached through a link
    await rename(dataFolder(), join(folder, 'moved'));
    await symlink(join(folder, 'moved'), dataFolder());
    const moved = join(folder, 'moved', 'releases', 'abc', 'release.pem');
    expect([codeOf(upload), codeOf(moved)]).toEqual([
      'certificates-not-safe',
      'certificates-not-safe',
    ]);
    expect(codeOf(file)).toBeNull();
    // whoever names it there all the same, by hand or by a policy, is not believed
    const { problem, bytes } = await connectTo(root.vouchesFor({}), moved);
    expect([problem?.code, bytes]).toEqual(['service-certificate', 0]);
    expect(problem?.detail).toContain('data folder');
  });

  it.each(['/dev/zero', tmpdir()])('is never read where it is no file: %s', (path) => {
    const found = read(path);
    expect(found.ok ? null : found.problem.code).toBe('certificates-unreadable');
  });

  it('is refused where there is none', () => {
    const found = read(join(folder, 'none.pem'));
    expect(found.ok ? null : found.problem.code).toBe('certificates-unreadable');
  });
});

it('tells a server its name, so that it shows the right one of its certificates', async () => {
  const server = await startRawServer({
    tls: root.vouchesFor({ names: ['localhost'] }),
    onConnection: (socket) => socket.write(String((socket as { servername?: string }).servername)),
  });
  servers.push(server);
  const network = createNetwork({
    clock: systemClock,
    waysTo: noProxies,
    certificates: () => ({ file, dataFolder: dataFolder() }),
  });
  const within = limit(systemClock, new AbortController().signal);
  const place = { ...placeOf(new URL(server.url)), hostname: 'localhost' };
  const socket = await network.open(place, within, 5000);
  within.close();
  const told = await new Promise((resolve) => socket.once('data', resolve));
  socket.destroy();
  expect(String(told)).toBe('localhost');
});
