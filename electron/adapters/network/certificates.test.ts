import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '#electron/base/clock.ts';
import { ownFolder } from '../../../test/fixtures/own-folder.ts';
import { codeOf } from '../../../test/fixtures/values.ts';
import { startRawServer, type Script } from '../../../test/service/raw-server.ts';
import { ownRoot, selfSigned, type Certificate } from '../../../test/service/self-signed.ts';
import { CertificateStore, createTrust, readCertificates } from './certificates.ts';
import { placeOf } from './connect.ts';
import { ConnectFailure } from './failure.ts';
import { limit } from '../../base/limit.ts';
import { createNetwork } from './network.ts';
import { noProxies } from './ways.ts';

const root = ownRoot('Studio Root');
let folder: string;
let file: string;

beforeEach(async () => {
  folder = await ownFolder('roots');
  file = join(folder, 'roots.pem');
  await writeFile(file, `# of the studio\n${root.cert}${selfSigned().cert}`);
});
afterEach(() => vi.unstubAllEnvs());

const dataFolder = () => join(folder, 'data');
const read = (path: string) => readCertificates({ file: path, dataFolder: dataFolder() });
const codeAt = (path: string) => codeOf(read(path));

/** Opens a connection to a server, trusting the certificates in a file. */
async function open(url: string, certificates: string | null, hostname = '127.0.0.1') {
  const trusted = certificates === null ? null : { file: certificates, dataFolder: dataFolder() };
  const given = { clock: systemClock, waysTo: noProxies, certificates: () => trusted };
  const within = limit(systemClock, new AbortController().signal);
  onTestFinished(() => within.close());
  return createNetwork(given).open({ ...placeOf(new URL(url)), hostname }, within, 5000);
}

async function serve(script: Script) {
  const server = await startRawServer(script);
  onTestFinished(() => server.close());
  return server;
}

async function connectTo(tls: Certificate, certificates: string | null = file) {
  const server = await serve({ tls });
  try {
    (await open(server.url, certificates)).destroy();
    return { problem: null, leg: null, bytes: server.bytes() };
  } catch (error) {
    if (!(error instanceof ConnectFailure)) throw error;
    return { problem: error.problem, leg: error.leg, bytes: server.bytes() };
  }
}

const names = ['login.example', 'www.login.example'] as const;

describe('F28 certificates', () => {
  it('are trusted if the file contains their root certificate', async () => {
    expect((await connectTo(root.vouchesFor({}))).problem).toBeNull();
  });

  it('name the issuer and the remedy in the problem if their root is unknown', async () => {
    const message = expect.stringContaining('Settings, Network') as string;
    expect(await connectTo(root.vouchesFor({}), null)).toMatchObject({
      problem: { code: 'service-certificate', about: '127.0.0.1, Studio Root', message },
      leg: 'certificate',
      // not a byte of a request was sent
      bytes: 0,
    });
  });

  it('that are self-signed are not trusted', async () => {
    const { problem } = await connectTo(selfSigned({ commonName: 'a box' }));
    expect(problem).toMatchObject({ code: 'service-certificate', about: '127.0.0.1, a box' });
  });

  it('are verified even if an environment variable turns verification off', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const { problem, bytes } = await connectTo(selfSigned({ commonName: 'a box' }));
    expect([problem?.code, bytes]).toEqual(['service-certificate', 0]);
  });

  it.each([
    ['that have expired', { years: [2001, 2003] }, 'expired', 'expired on ', '2003-01-01'],
    ['that are not valid yet', { years: [2100, 2101] }, 'early', 'valid until ', '2100-01-01'],
    ['for another name', { names }, 'name', '', names.join(', ')],
  ] as const)('%s are reported as such, with details', async (_what, of, code, words, inThem) => {
    const { problem } = await connectTo(root.vouchesFor(of));
    const about = `127.0.0.1, ${inThem}`;
    expect(problem).toMatchObject({ code: `service-certificate-${code}`, about });
    expect(problem?.message).toContain(`${words}${inThem.split(', ')[0]}`);
  });

  it('are not trusted if the configured file with their root certificate is missing', async () => {
    await rm(file);
    const { problem } = await connectTo(root.vouchesFor({}));
    expect(problem?.code).toBe('service-certificate');
    expect(problem?.detail).toContain(file);
  });
});

describe('the trusted certificates', () => {
  const store = new CertificateStore();
  const contextOf = (trusted: string | null) => {
    const named = trusted === null ? null : { file: trusted, dataFolder: dataFolder() };
    return createTrust(named, store).context();
  };

  it('are loaded once, and again after the file has changed', async () => {
    const [without, before] = [contextOf(null), contextOf(file)];
    expect(before).not.toBe(without);
    expect(contextOf(file)).toBe(before);
    const other = ownRoot('Another Root');
    await writeFile(file, `${other.cert}${selfSigned().cert}`);
    expect(contextOf(file)).not.toBe(before);
    expect((await connectTo(root.vouchesFor({}))).problem?.code).toBe('service-certificate');
    expect((await connectTo(other.vouchesFor({}))).problem).toBeNull();
  });
});

describe('a file of certificates', () => {
  it('is read completely', () => {
    const found = read(file);
    expect(found.ok && found.value).toHaveLength(2);
  });

  it.each([
    ['no certificate at all', 'hello'],
    [
      'a damaged certificate',
      '-----BEGIN CERTIFICATE-----\nbm90IG9uZQ==\n-----END CERTIFICATE-----',
    ],
    ['a private key', selfSigned().key],
  ])('is refused with %s', async (_what, text) => {
    await writeFile(file, text);
    expect(codeAt(file)).toBe('certificates-unreadable');
  });

  it('is refused if a web page could have created it, such as a picture or a note that contains a certificate, whatever its name', async () => {
    const pem = Buffer.from(root.cert);
    const picture = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xfe, 0, 9]), pem]);
    for (const [name, content] of [
      ['photo.jpg', pem],
      ['photo.xmp', pem],
      ['photo.pem', picture],
    ] as const) {
      const path = join(folder, name);
      await writeFile(path, content);
      expect([name, codeAt(path)]).toEqual([name, 'certificates-unreadable']);
    }
  });

  it('A7 is refused in the data folder, whatever path leads there', async () => {
    const releases = join(dataFolder(), 'releases', 'abc');
    await mkdir(releases, { recursive: true });
    const upload = join(releases, 'release.pem');
    await writeFile(upload, root.cert);
    const inFolder = (name: string) => join(folder, name);
    const [link, folderLink] = [inFolder('link.pem'), inFolder('elsewhere')];
    const chain = inFolder('chain.crt');
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
      expect([path, codeAt(path)]).toEqual([path, 'certificates-not-safe']);
    }
    // here, the data folder itself is a link
    await rename(dataFolder(), inFolder('moved'));
    await symlink(inFolder('moved'), dataFolder());
    const moved = inFolder('moved/releases/abc/release.pem');
    for (const path of [upload, moved]) expect(codeAt(path)).toBe('certificates-not-safe');
    expect(codeAt(file)).toBeNull();
    // the file is not trusted, even if the user or a policy names it explicitly
    const { problem, bytes } = await connectTo(root.vouchesFor({}), moved);
    expect([problem?.code, bytes]).toEqual(['service-certificate', 0]);
    expect(problem?.detail).toContain('data folder');
  });

  it('is never read if it is not a regular file, and refused if it is missing', () => {
    for (const path of ['/dev/zero', tmpdir(), join(folder, 'none.pem')]) {
      expect([path, codeAt(path)]).toEqual([path, 'certificates-unreadable']);
    }
  });
});

it('the server receives its host name, so that it sends the matching certificate', async () => {
  const server = await serve({
    tls: root.vouchesFor({ names: ['localhost'] }),
    onConnection: (socket) => socket.write(String((socket as { servername?: string }).servername)),
  });
  const socket = await open(server.url, file, 'localhost');
  const told = await new Promise((resolve) => socket.once('data', resolve));
  socket.destroy();
  expect(String(told)).toBe('localhost');
});
