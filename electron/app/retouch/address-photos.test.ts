import type { RequestListener } from 'node:http';
import type { LookupFunction } from 'node:net';
import { readFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '#electron/base/clock.ts';
import { downloadLimits } from '#electron/adapters/network/downloads.ts';
import { createNetwork, type Network } from '#electron/adapters/network/network.ts';
import { noProxies } from '#electron/adapters/network/ways.ts';
import { success } from '#shared/problem.ts';
import { downloadsOf } from '../../../test/fixtures/downloads.ts';
import { lightPhotograph } from '../../../test/fixtures/photographs.ts';
import { serveHere } from '../../../test/network/server.ts';
import { keptIn, openWindow, type Window } from '../../../test/handlers/window.ts';
import { addFromAddress } from './address-photos.ts';

const path = lightPhotograph('lipstick-rouge.jpg');
const bytes = await readFile(path);
const never = new AbortController().signal;

let window: Window;
beforeEach(async () => {
  window = await openWindow();
});

const kept = () => keptIn(window);
const onStrip = async () =>
  (await window.ask('retouch.filmstrip', { offset: 0, limit: 10 })).rows.map(({ name }) => name);

const serve = async (answer: RequestListener) => (await serveHere(answer)).origin;
const photo: RequestListener = (_request, response) => response.end(bytes);

interface Setting {
  /** Origin of the service; by default the server itself. */
  readonly origin?: string;
  /** Maximum size of a photo in bytes. */
  readonly most?: number;
  readonly network?: Network;
  readonly signal?: AbortSignal;
}

/** Adds an address in a window whose service is at `origin`. */
async function add(url: string, setting: Setting = {}) {
  const { origin = new URL(url).origin, most = 2 ** 20, network, signal = never } = setting;
  const limits = { ...downloadLimits, image: { ...downloadLimits.image, bytes: most } };
  const downloads = downloadsOf(origin, { limits, ...(network && { network }) });
  onTestFinished(() => downloads.close());
  const ready = () => Promise.resolve(success({ ...window.session.studio(), downloads }));
  return addFromAddress({ ...window.session, ready }, url, signal);
}

/** Adds an address; returns the result and the names of the stored files. */
const tried = async (url: string, setting: Setting = {}) => ({
  ...(await add(url, setting)),
  kept: await kept(),
});

describe('C5 a photo from its address', () => {
  it('C5 is downloaded into the data folder, named after the address and added to the filmstrip', async () => {
    const { service } = window.session.studio();
    const uploaded = await service.uploadImage({ path, name: 'a.jpg', type: 'image/jpeg' });
    if (!uploaded.ok) throw new Error(uploaded.failure.message);
    const { image } = uploaded.value;
    const added = await window.ask('retouch.add-address', { url: image });
    expect(added).toMatchObject({ refusals: 0 });
    const name = new URL(image).pathname.split('/').at(-1);
    expect(await onStrip()).toEqual([name]);
    const { source, problem } = await window.ask('retouch.photo', { id: added.ids[0] ?? 0 });
    expect(problem).toBeNull();
    expect(await readFile(source)).toEqual(bytes);
    // Adding the same address again returns the same photo.
    expect(await window.ask('retouch.add-address', { url: image })).toEqual(added);
    expect(await kept()).toEqual([name]);
  });

  it.each([
    ['/shoot/IMG%201.jpg?signature=s3cret', /^IMG 1\.jpg$/],
    ['/a/..%2F..%2Fetc%2Fpass%00wd.jpg', /^[^/\\]+wd\.jpg$/],
    ['/', /^127\.0\.0\.1$/],
  ])('C5 at %s gets a safe name', async (address, name) => {
    const origin = await serve(photo);
    expect(await add(`${origin}${address}`)).toMatchObject({ ok: true, value: { refusals: 0 } });
    expect(await kept()).toEqual([expect.stringMatching(name)]);
  });

  it.each([
    ['a web page', '<!doctype html><title>no photo</title>', 'photo-refused-format'],
    ['an SVG drawing', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'photo-refused-format'],
    ['a text', 'no photo', 'photo-not-an-image'],
  ])('C5 that is %s is refused by its content and not stored', async (_what, content, code) => {
    const origin = await serve((_request, response) =>
      response.writeHead(200, { 'content-type': 'image/jpeg' }).end(content),
    );
    expect(await add(`${origin}/a.jpg`)).toMatchObject({ value: { ids: [], refused: [{ code }] } });
    expect(await kept()).toEqual([]);
    expect(await onStrip()).toEqual([]);
  });

  it.each([
    ['as its header says', { 'content-length': bytes.length }],
    ['which only its content shows', { 'transfer-encoding': 'chunked' }],
  ])('C5 is not stored if it is too large, %s', async (_when, headers) => {
    const origin = await serve((_request, response) => {
      response.writeHead(200, headers);
      response.end(bytes);
    });
    const large = { code: 'file-too-large', about: 'a.jpg' };
    expect(await tried(`${origin}/a.jpg`, { most: 9999 })).toMatchObject({
      problem: large,
      kept: [],
    });
  });

  it('C5 in the local network, given as an IP address or a name, is refused and not requested', async () => {
    let asked = 0;
    const inside = await serve(() => (asked += 1));
    const { port } = new URL(inside);
    const lookup: LookupFunction = (_hostname, options, callback) =>
      options.all === true
        ? callback(null, [{ address: '127.0.0.1', family: 4 }])
        : callback(null, '127.0.0.1', 4);
    const network = createNetwork({ clock: systemClock, waysTo: noProxies, lookup });
    const refused = { code: 'photo-address-refused', about: 'a.jpg' };
    const origin = 'http://service.example';
    expect(await tried(`${inside}/a.jpg`, { origin })).toMatchObject({
      problem: refused,
      kept: [],
    });
    expect(await tried(`http://inside.example:${port}/a.jpg`, { origin, network })).toMatchObject({
      problem: refused,
      kept: [],
    });
    const leading = await serve((_request, response) =>
      response.writeHead(302, { location: `${inside}/b.jpg` }).end(),
    );
    expect(await tried(`${leading}/a.jpg`, {})).toMatchObject({ problem: refused, kept: [] });
    // The window's service is a different server on this computer.
    const url = `${inside}/a.jpg`;
    expect(await window.refused('retouch.add-address', { url })).toMatchObject(refused);
    expect(asked).toBe(0);
  });

  it('C5 at an unencrypted address is refused if the service’s address is encrypted', async () => {
    const url = `${await serve(photo)}/a.jpg`;
    const refused = { code: 'photo-address-refused' };
    expect(await tried(url, { origin: 'https://service.example' })).toMatchObject({
      problem: refused,
      kept: [],
    });
  });

  it('C5 leaves no file if it is missing or its download is interrupted', async () => {
    const origin = await serve((request, response) => {
      if (request.url === '/gone.jpg') return response.writeHead(404).end();
      response.writeHead(200, { 'content-length': bytes.length });
      response.write(bytes.subarray(0, 999), () => response.destroy());
      return response;
    });
    for (const name of ['gone.jpg', 'broken.jpg']) {
      const failed = { code: 'photo-download-failed', about: name };
      expect(await tried(`${origin}/${name}`, {})).toMatchObject({ problem: failed, kept: [] });
    }
  });

  it('C5 leaves no file if its download is aborted', async () => {
    const stopping = new AbortController();
    const origin = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': bytes.length });
      response.write(bytes.subarray(0, 999), () => stopping.abort());
    });
    expect(await tried(`${origin}/a.jpg`, { signal: stopping.signal })).toMatchObject({
      problem: { code: 'aborted' },
      kept: [],
    });
  });

  it('C5 is not downloaded in offline mode', async () => {
    const origin = await serve(photo);
    const mode = () => 'offline' as const;
    const network = createNetwork({ clock: systemClock, waysTo: noProxies, mode });
    expect(await tried(`${origin}/a.jpg`, { network })).toMatchObject({
      problem: { code: 'photo-download-offline' },
      kept: [],
    });
  });

  it.each([
    ['a file', 'file:///etc/passwd'],
    ['another protocol', 'ftp://example.com/a.jpg'],
    ['a name', 'a.jpg'],
    ['an address of 10,000 characters', `http://a/${'a'.repeat(10_000)}`],
  ])('C5 is not requested at %s', async (_what, url) => {
    const refused = await window.refused('retouch.add-address', { url });
    expect(refused).toMatchObject({ code: 'request-invalid' });
  });
});
