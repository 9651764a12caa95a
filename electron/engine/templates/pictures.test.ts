import { readdir } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { ownFolder } from '../../../test/fixtures/own-folder.ts';
import { handClock, type HandClock } from '../../../test/fixtures/hand-clock.ts';
import {
  startTemplateService,
  type TemplateService,
} from '../../../test/fixtures/template-service.ts';
import { downloadsOf } from '../../../test/fixtures/downloads.ts';
import { startProxy } from '../../../test/network/proxy.ts';
import { valueOf } from '../../../test/fixtures/values.ts';
import { systemClock } from '../../base/clock.ts';
import { createNetwork, type Mode } from '../../adapters/network/network.ts';
import { noProxies } from '../../adapters/network/ways.ts';
import { warmImages } from '../../../test/fixtures/delivering.ts';
import { keepFiles } from '../../adapters/images/kept-files.ts';
import { createPictures, type TemplatePictures } from './pictures.ts';

const never = new AbortController().signal;
/** Long side in px. */
const SIZE = 320;
const images = warmImages();

let service: TemplateService;
let folder: string;
let clock: HandClock;
let pictures: TemplatePictures;

beforeAll(async () => {
  service = await startTemplateService(() => null);
});
afterAll(() => service.close());

beforeEach(async () => {
  folder = await ownFolder('pictures');
  clock = handClock();
  service.pictures.length = 0;
  pictures = open(service.origin);
});

const straight = createNetwork({ clock: systemClock, waysTo: noProxies });

function open(origin: string, network = straight): TemplatePictures {
  const downloads = downloadsOf(origin, { network, clock });
  onTestFinished(() => downloads.close());
  return createPictures({
    images,
    files: keepFiles({ folder: join(folder, 'previews'), most: 10_000_000, clock: systemClock }),
    folder: join(folder, 'templates'),
    network,
    downloads,
    clock,
    random: Math.random,
  });
}

const get = (path: string, name = path) =>
  pictures.get(`${service.origin}${path}`, name, SIZE, never);
const sending =
  (type: string, body: Uint8Array | string, status = 200, headers: Record<string, string> = {}) =>
  (_path: string, response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': type, ...headers }).end(body);

const jpeg = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#a85' } })
    .jpeg()
    .toBuffer();

const unavailable = (detail?: string) => ({
  problem: { code: 'picture-unavailable', ...(detail !== undefined && { detail }) },
});

/** Checks that a download has left nothing behind. */
async function expectNothingLeft(): Promise<void> {
  expect(await readdir(join(folder, 'templates')).catch(() => [])).toEqual([]);
}

describe('the picture of a template', () => {
  it('is downloaded and reduced once for all requests, and not again by the next run', async () => {
    service.show(sending('image/jpeg', await jpeg(900, 1200)));
    const [first] = await Promise.all(Array.from({ length: 10 }, () => get('/a.jpg')));
    const made = { width: 240, height: SIZE, format: 'jpeg' };
    expect(await sharp(valueOf(first!)).metadata()).toMatchObject(made);
    pictures = open(service.origin);
    expect(await get('/a.jpg')).toEqual(first);
    expect(service.pictures).toEqual(['/a.jpg']);
    await expectNothingLeft();
  });

  it.each([
    ['a web page', 'text/html', '<h1>Sign in</h1>', 200],
    ['an SVG', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>', 200],
    ['an SVG labelled as PNG', 'image/png', '<svg xmlns="http://www.w3.org/2000/svg"/>', 200],
    ['missing', 'image/jpeg', 'gone', 404],
    ['not a picture', 'image/jpeg', 'This is no picture.', 200],
    ['empty', 'image/jpeg', '', 200],
  ])('that is %s is refused', async (_what, type, body, status) => {
    service.show(sending(type, body, status));
    expect((await get('/b.jpg')).ok).toBe(false);
    await expectNothingLeft();
    // a refused picture is not requested again each time it is displayed
    await get('/b.jpg');
    expect(service.pictures).toHaveLength(1);
    service.show(sending('image/jpeg', await jpeg(100, 100)));
    clock.pass(61_000);
    expect(await get('/b.jpg')).toMatchObject({ ok: true });
  });

  it('that is too large is refused, with or without a stated size', async () => {
    const large = Buffer.alloc(13_000_000);
    service.show(sending('image/jpeg', large, 200, { 'content-length': String(large.length) }));
    expect(await get('/c.jpg')).toMatchObject(unavailable());
    service.show((_path, response) => {
      response.writeHead(200, { 'content-type': 'image/jpeg' });
      response.on('error', () => {});
      response.write(large);
      response.end();
    });
    expect(await get('/d.jpg')).toMatchObject(unavailable());
    await expectNothingLeft();
  });

  it('that doesn’t arrive times out, or ends when no request waits for it', async () => {
    service.show(() => undefined);
    const late = get('/e.jpg');
    await expect.poll(() => service.pictures.length).toBe(1);
    clock.pass(31_000);
    expect(await late).toMatchObject(unavailable('it took too long'));
    const leaving = new AbortController();
    const left = pictures.get(`${service.origin}/f.jpg`, 'f', SIZE, leaving.signal);
    await expect.poll(() => service.pictures.length).toBe(2);
    leaving.abort();
    expect(await left).toMatchObject({ problem: { code: 'aborted' } });
  });

  it('may be redirected a few times, and only to web addresses', async () => {
    const small = await jpeg(50, 50);
    service.show((path, response) => {
      const to = { '/g.jpg': '/g2.jpg', '/h.jpg': 'file:///etc/passwd', '/i.jpg': '/i.jpg' }[path];
      if (to === undefined) return void response.writeHead(200).end(small);
      response.writeHead(302, { location: to }).end();
    });
    expect(await get('/g.jpg')).toMatchObject({ ok: true });
    expect(await get('/h.jpg')).toMatchObject({ problem: { detail: 'not a web address' } });
    expect(await get('/i.jpg')).toMatchObject({ problem: { detail: 'too many redirects' } });
  });
});

describe('with a proxy for the pictures', () => {
  async function behindProxy(leadsTo: Readonly<Record<string, number>>) {
    const proxy = await startProxy({ leadsTo });
    onTestFinished(() => proxy.close());
    const waysTo = () => Promise.resolve([proxy.way()]);
    const network = createNetwork({ clock: systemClock, waysTo });
    return { proxy, proxied: open('http://service.example', network) };
  }

  it('a picture is downloaded through the proxy, from a host that this computer can’t resolve', async () => {
    service.show(sending('image/jpeg', await jpeg(50, 50)));
    const port = Number(new URL(service.origin).port);
    const { proxied } = await behindProxy({ 'pictures.invalid:80': port });
    const address = 'http://pictures.invalid/a.jpg';
    expect(await proxied.get(address, address, SIZE, never)).toMatchObject({ ok: true });
    expect(service.pictures).toEqual(['/a.jpg']);
  });

  it('the proxy is not asked to connect to the local network, by IP address or by name', async () => {
    const { proxy, proxied } = await behindProxy({ 'localhost:80': 1, '10.0.0.1:80': 1 });
    for (const address of ['http://localhost/a.jpg', 'http://10.0.0.1/a.jpg']) {
      const made = await proxied.get(address, address, SIZE, never);
      expect(made, address).toMatchObject(unavailable());
    }
    expect(proxy.asked).toEqual([]);
  });

  it.each(['metered', 'offline'] as const)('shows only cached pictures: %s', async (spared) => {
    let mode: Mode = 'normal';
    service.show(sending('image/jpeg', await jpeg(50, 50)));
    const network = createNetwork({ clock: systemClock, waysTo: noProxies, mode: () => mode });
    pictures = open(service.origin, network);
    const kept = await get('/kept.jpg');
    mode = spared;
    expect(await get('/kept.jpg')).toEqual(kept);
    expect(await get('/new.jpg')).toMatchObject({ ok: false });
    expect(service.pictures).toEqual(['/kept.jpg']);
    mode = 'normal';
    expect(await get('/new.jpg')).toMatchObject({ ok: true });
  });
});

describe('an address in the local network', () => {
  it('is never connected to, whether by IP address, by name or by a redirect', async () => {
    const stranger = await startTemplateService(() => null);
    onTestFinished(() => stranger.close());
    const port = new URL(stranger.origin).port;
    service.show((_path, response) => {
      response.writeHead(302, { location: `${stranger.origin}/secret.jpg` }).end();
    });
    const ask = (address: string) => pictures.get(address, address, SIZE, never);
    for (const address of [
      `${stranger.origin}/a.jpg`,
      `http://localhost:${port}/a.jpg`,
      `http://[::1]:${port}/a.jpg`,
      `http://2130706433:${port}/a.jpg`,
      `${service.origin}/moved.jpg`,
    ]) {
      expect(await ask(address), address).toMatchObject(unavailable());
    }
    for (const address of ['file:///etc/passwd', 'ftp://example.com/a.jpg', 'not an address', '']) {
      expect(await ask(address), address).toMatchObject(unavailable('not a web address'));
    }
    expect(stranger.pictures).toEqual([]);
  });
});
