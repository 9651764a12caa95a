import { mkdtemp, rm, writeFile } from 'node:fs/promises';
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

async function connectTo(tls: Certified, certificates: string | null = file) {
  const server = await startRawServer({ tls });
  servers.push(server);
  const network = createNetwork({
    clock: systemClock,
    waysTo: noProxies,
    certificates: () => certificates,
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
    const read = readCertificates(file);
    expect(read.ok && read.value).toHaveLength(2);
  });

  it.each([
    ['no certificate at all', 'hello'],
    ['a damaged one', '-----BEGIN CERTIFICATE-----\nbm90IG9uZQ==\n-----END CERTIFICATE-----'],
    ['a key', selfSigned().key],
  ])('is refused with %s', async (_what, text) => {
    await writeFile(file, text);
    const read = readCertificates(file);
    expect(read.ok ? null : read.problem.code).toBe('certificates-unreadable');
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
      const read = readCertificates(path);
      expect([name, read.ok ? null : read.problem.code]).toEqual([name, 'certificates-unreadable']);
    }
  });

  it.each(['/dev/zero', tmpdir()])('is never read where it is no file: %s', (path) => {
    const read = readCertificates(path);
    expect(read.ok ? null : read.problem.code).toBe('certificates-unreadable');
  });

  it('is refused where there is none', () => {
    const read = readCertificates(join(folder, 'none.pem'));
    expect(read.ok ? null : read.problem.code).toBe('certificates-unreadable');
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
    certificates: () => file,
  });
  const within = limit(systemClock, new AbortController().signal);
  const place = { ...placeOf(new URL(server.url)), hostname: 'localhost' };
  const socket = await network.open(place, within, 5000);
  within.close();
  const told = await new Promise((resolve) => socket.once('data', resolve));
  socket.destroy();
  expect(String(told)).toBe('localhost');
});
