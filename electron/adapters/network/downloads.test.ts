import type { RequestListener } from 'node:http';
import type { LookupFunction } from 'node:net';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '#electron/base/clock.ts';
import { serveHere } from '../../../test/network/server.ts';
import { startProxy } from '../../../test/network/proxy.ts';
import { ownRoot } from '../../../test/service/self-signed.ts';
import { downloadsOf } from '../../../test/fixtures/downloads.ts';
import { ownFolder } from '../../../test/fixtures/own-folder.ts';
import { DownloadFailure, type DownloadKind } from './downloads.ts';
import { ConnectFailure } from './failure.ts';
import { createNetwork } from './network.ts';
import { isInsideNetwork } from './outside.ts';
import { noProxies, type WaysTo } from './ways.ts';

const studio = ownRoot('Studio Root');

/** Starts a server inside the user's network, plain or with TLS. */
const serve = (answer: RequestListener, isSecure = false) =>
  serveHere(
    answer,
    isSecure ? studio.vouchesFor({ names: ['127.0.0.1', 'service.example'] }) : undefined,
  );
const askedOf = ({ requests }: Awaited<ReturnType<typeof serve>>) => requests.map(({ url }) => url);

const picture: RequestListener = (_request, response) => response.end('a picture');
const leadsTo =
  (location: string): RequestListener =>
  (_request, response) =>
    response.writeHead(302, { location }).end();

/**
 * Returns a lookup that answers from a table: each call returns the next answer for the name, and
 * further calls repeat the last answer.
 */
function names(table: Readonly<Record<string, readonly (readonly string[])[]>>) {
  const lookedUp: string[] = [];
  const lookup: LookupFunction = (hostname, options, callback) => {
    const answers = table[hostname];
    const times = lookedUp.filter((name) => name === hostname).length;
    lookedUp.push(hostname);
    const found = (answers?.[Math.min(times, answers.length - 1)] ?? []).map((address) => ({
      address,
      family: address.includes(':') ? 6 : 4,
    }));
    const [first] = found;
    const none = Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND' });
    process.nextTick(() => {
      if (first === undefined) callback(none, '');
      else if (options.all === true) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };
  return lookup;
}

interface Setting {
  readonly origin: string;
  readonly lookup?: LookupFunction;
  readonly waysTo?: WaysTo;
}

const folder = await ownFolder('downloads', afterAll);
const roots = { file: join(folder, 'roots.pem'), dataFolder: join(folder, 'data') };
await writeFile(roots.file, studio.cert);

/** Creates a network that trusts the local root certificate, and the downloads of a service at `origin`. */
function downloadsFrom({ origin, lookup, waysTo = noProxies }: Setting) {
  const given = { clock: systemClock, waysTo, certificates: () => roots };
  const network = createNetwork({ ...given, ...(lookup && { lookup }) });
  const downloads = downloadsOf(origin, { network });
  onTestFinished(() => downloads.close());
  /** Returns the downloaded content, or the reason the download failed. */
  return async (url: string, kind: DownloadKind = 'image'): Promise<string> => {
    try {
      return await downloads.get({ url, kind }, undefined, async ({ body }) => {
        const pieces: Buffer[] = [];
        for await (const piece of body) pieces.push(piece);
        return Buffer.concat(pieces).toString();
      });
    } catch (error) {
      if (error instanceof ConnectFailure || error instanceof DownloadFailure) return error.reason;
      throw error;
    }
  };
}

describe('A6 a download', () => {
  it.each(['image', 'psd', 'preview'] as const)(
    'A6 of a %s does not connect to this computer, by number or by name',
    async (kind) => {
      const stranger = await serve(picture);
      const get = downloadsFrom({ origin: 'http://service.example' });
      for (const host of [
        '127.0.0.1',
        '127.9.9.9',
        '2130706433',
        '0x7f.1',
        '0.0.0.0',
        'localhost',
        '[::1]',
        '[::]',
        '[::ffff:127.0.0.1]',
        '[::ffff:7f00:1]',
        '[64:ff9b::7f00:1]',
      ]) {
        expect(await get(`http://${host}:${stranger.port}/a`, kind), host).toBe('inside');
      }
      expect(stranger.knocks()).toBe(0);
    },
  );

  it('A6 does not connect if a name resolves to the local network, alone or among public addresses', async () => {
    const stranger = await serve(picture);
    const lookup = names({
      'inside.example': [['127.0.0.1']],
      'both.example': [['93.184.216.34', '127.0.0.1']],
      'mapped.example': [['::ffff:127.0.0.1']],
      'link.example': [['169.254.169.254']],
      'six.example': [['fd12::1']],
      'nat64.example': [['64:ff9b::a00:1']],
    });
    const get = downloadsFrom({ origin: 'http://service.example', lookup });
    for (const name of ['inside', 'both', 'mapped', 'link', 'six', 'nat64']) {
      expect(await get(`http://${name}.example:${stranger.port}/a`), name).toBe('inside');
    }
    expect(stranger.knocks()).toBe(0);
  });

  it('A6 connects to exactly the addresses it checked, and checks again for each connection', async () => {
    const stranger = await serve(picture);
    // the first lookup returns a public address, at which no server answers; the second returns the address that an
    // attacker wants to reach
    const lookup = names({ 'rebinding.example': [['192.0.2.1'], ['127.0.0.1']] });
    const network = createNetwork({ clock: systemClock, waysTo: noProxies, lookup });
    const downloads = downloadsOf('http://service.example', { network });
    onTestFinished(() => downloads.close());
    const url = `http://rebinding.example:${stranger.port}/a`;
    const stop = new AbortController();
    const first = downloads.get({ url, kind: 'image' }, stop.signal, () => Promise.resolve('came'));
    const second = downloadsFrom({ origin: 'http://service.example', lookup });
    expect(await second(url)).toBe('inside');
    stop.abort();
    expect((await Promise.allSettled([first]))[0].status).toBe('rejected');
    expect(stranger.knocks()).toBe(0);
  });

  it('A6 is not redirected into the local network by the service', async () => {
    const stranger = await serve(picture);
    const here = [['127.0.0.1']];
    const lookup = names({ 'inside.example': here, localhost: here });
    for (const host of ['127.0.0.1', 'localhost', 'inside.example', '[::ffff:127.0.0.1]']) {
      const service = await serve(leadsTo(`http://${host}:${stranger.port}/secret`));
      const origin = `http://127.0.0.1:${service.port}`;
      const get = downloadsFrom({ origin, lookup });
      expect(await get(`${origin}/a`), host).toBe('inside');
      expect(askedOf(service)).toEqual(['/a']);
    }
    expect(stranger.knocks()).toBe(0);
  });

  it('A6 from the service’s own origin is allowed on this computer and in a private network', async () => {
    const service = await serve(picture);
    const other = await serve(picture);
    const byNumber = `http://127.0.0.1:${service.port}`;
    expect(await downloadsFrom({ origin: byNumber })(`${byNumber}/a`)).toBe('a picture');
    const byName = `http://nas.studio.example:${service.port}`;
    const lookup = names({ 'nas.studio.example': [['127.0.0.1']] });
    const get = downloadsFrom({ origin: byName, lookup });
    expect(await get(`${byName}/a`)).toBe('a picture');
    // the same computer under another name, port or protocol is a different origin
    expect(await get(`${byNumber}/a`)).toBe('inside');
    expect(await get(`http://nas.studio.example:${other.port}/a`)).toBe('inside');
    expect(await get(`https://nas.studio.example:${service.port}/a`)).toBe('inside');
    expect(other.knocks()).toBe(0);
  });

  it('A6 does not use plain http if the service or the redirecting address is encrypted', async () => {
    const plain = await serve(picture);
    const lookup = names({ 'service.example': [['127.0.0.1']] });
    const service = await serve(leadsTo(`http://service.example:${plain.port}/a`), true);
    const origin = `https://service.example:${service.port}`;
    const get = downloadsFrom({ origin, lookup });
    expect(await get(`${origin}/a`)).toBe('not-encrypted');
    expect(await get(`http://service.example:${plain.port}/a`)).toBe('not-encrypted');
    expect(askedOf(service)).toEqual(['/a']);
    expect(plain.knocks()).toBe(0);
  });

  it('A6 does not ask a proxy to connect to the local network, but lets it resolve names that only the proxy can resolve', async () => {
    const server = await serve(picture);
    const proxy = await startProxy({
      leadsTo: { 'results.example:80': server.port, 'inside.example:80': server.port },
    });
    onTestFinished(() => proxy.close());
    const get = downloadsFrom({
      origin: 'http://service.example',
      lookup: names({ 'inside.example': [['10.1.2.3']] }),
      waysTo: () => Promise.resolve([proxy.way()]),
    });
    expect(await get('http://results.example/a')).toBe('a picture');
    for (const host of ['inside.example', '10.1.2.3', '[fd00::1]', '[::ffff:10.1.2.3]']) {
      expect(await get(`http://${host}/a`), host).toBe('inside');
    }
    expect(proxy.asked).toHaveLength(1);
  });

  it.each(['file:///etc/passwd', 'ftp://example.com/a', ''])('A6 of %j is refused', async (url) => {
    expect(await downloadsFrom({ origin: 'http://service.example' })(url)).toBe('address');
  });
});

describe('A6 an address', () => {
  it.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.1.2.3',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.0.1',
    '192.0.0.8',
    '192.168.1.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '[::1]',
    '::7f00:1',
    '::ffff:192.168.1.1',
    '::ffff:0:192.168.1.1',
    '64:ff9b::192.168.1.1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::1',
    '2002:7f00:1::',
    '2001::1',
    'fc00::1',
    'fd00::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
  ])('A6 %s is in the local network', (address) => {
    expect(isInsideNetwork(address)).toBe(true);
  });

  it.each([
    '93.184.216.34',
    '100.63.0.1',
    '100.128.0.1',
    '172.32.0.1',
    '198.18.0.7',
    '2606:2800:220:1::1',
    '::ffff:93.184.216.34',
    // an IPv6-only network reaches every IPv4 server through such an address
    '64:ff9b::5db8:d822',
    'example.com',
    '',
  ])('A6 %s is public', (address) => {
    expect(isInsideNetwork(address)).toBe(false);
  });
});
