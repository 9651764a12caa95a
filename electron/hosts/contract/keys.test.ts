import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { freePort, serveHere } from '../../../test/network/server.ts';
import { openWindow, type Window } from '../../../test/handlers/window.ts';
import { usualCallback } from '#shared/views/callback.ts';

/** The key that the service of the window accepts. */
const KEY = 'k3y-0f-th3-w1nd0w';
const env = { DARKSLIDE_API_KEY: KEY };

let window: Window;

/** Starts another server, which records the requests that it receives. */
async function stranger(
  answer: RequestListener = (_request, response) => response.writeHead(401).end(),
) {
  const { origin, requests } = await serveHere(answer);
  /** Returns all received headers and URLs as one text. */
  const told = () => JSON.stringify(requests.map(({ url, rawHeaders }) => [url, rawHeaders]));
  /** Expects that the server received requests, but never the key. */
  const expectNoKey = () => {
    expect(requests.length).toBeGreaterThan(0);
    expect(told()).not.toContain(KEY);
  };
  return { origin, url: `${origin}/openapi/v1`, requests, told, expectNoKey };
}

const test = (url: string, key: string | null = null) => window.ask('settings.test', { url, key });
const notConnected = async (url: string) =>
  (await window.refused('settings.connect', { url, key: null })).code;

describe('A4 the key of the environment', () => {
  it('A4 is not sent to another address that the user enters, whatever service is in use', async () => {
    window = await openWindow({ service: 'none', env });
    const other = await stranger();
    expect((await test(other.url)).isGood).toBe(false);
    expect(await notConnected(other.url)).toBe('service-key-missing');
    await window.ask('settings.connect', { url: window.service.url, key: KEY });
    await test(other.url);
    other.expectNoKey();
  });

  it('A4 is not sent to another address that the user enters if the command line fixes the service', async () => {
    window = await openWindow({ env });
    const other = await stranger();
    await test(other.url);
    other.expectNoKey();
    expect((await test(window.service.url)).isGood).toBe(true);
  });

  it('A4 is sent only to the policy’s service', async () => {
    const policy = (_folder: string, url: string) => ({ version: 1, service: { url } });
    window = await openWindow({ service: 'none', env, policy });
    expect((await window.ask('settings.get', {})).service.key).toBe('environment');
    expect((await test(window.service.url)).isGood).toBe(true);
    const other = await stranger();
    await test(other.url);
    other.expectNoKey();
  });

  it('A4 is sent only to the service that was in the settings when Darkslide started', async () => {
    window = await openWindow({ service: 'none', env });
    await window.ask('settings.connect', { url: window.service.url, key: KEY });
    window = await window.restart();
    expect((await window.ask('settings.get', {})).service.key).toBe('environment');
    // another address on the same server
    const elsewhere = `${new URL(window.service.url).origin}/elsewhere`;
    expect((await test(elsewhere)).steps.at(-1)?.problem).not.toBeNull();
    expect(await notConnected(elsewhere)).toBe('service-key-missing');
  });
});

describe('A4 a key entered in the window', () => {
  it('A4 is sent to the address entered with it and to no other, even on the same server', async () => {
    window = await openWindow({ service: 'none' });
    const theirs = await stranger();
    const other = await stranger();
    const given = 'a-key-of-theirs';
    await window.client.ask('settings.connect', { url: theirs.url, key: given });
    await test(other.url);
    await test(`${theirs.origin}/another/v1`);
    await test(`${theirs.url}/below`);
    await test(theirs.url.replace('127.0.0.1', 'localhost'));
    expect(other.told()).not.toContain(given);
    const elsewhere = theirs.requests.filter(({ url }) => !url?.startsWith('/openapi/v1/agent/'));
    expect(elsewhere.length).toBeGreaterThan(0);
    expect(JSON.stringify(elsewhere.map(({ rawHeaders }) => rawHeaders))).not.toContain(given);
    const typed = 'another-key';
    await test(other.url, typed);
    expect(other.told()).toContain(typed);
    expect(theirs.told()).not.toContain(typed);
  });

  it('A4 is not sent along a redirect', async () => {
    window = await openWindow({ service: 'none' });
    const other = await stranger();
    const service = await stranger((request, response) =>
      response.writeHead(307, { location: `${other.origin}${request.url ?? ''}` }).end(),
    );
    expect((await test(service.url, KEY)).isGood).toBe(false);
    expect(service.told()).toContain(KEY);
    expect(other.requests).toEqual([]);
  });

  it('A4 is not sent when the public address for notifications is tested', async () => {
    window = await openWindow({ env });
    const other = await stranger();
    const at = { port: await freePort(), publicUrl: other.origin, sources: ['127.0.0.1'] };
    const callback = { ...usualCallback, isOn: true, ...at };
    await window.ask('settings.change', { preferences: { callback } });
    await window.ask('callback.test', {});
    expect(other.told()).not.toContain(KEY);
    other.expectNoKey();
  });

  it('A4 is sent to no other service after an import of settings', async () => {
    window = await openWindow({ service: 'none' });
    const { url } = window.service;
    await window.ask('settings.connect', { url, key: KEY });
    const other = await stranger();
    const text = JSON.stringify({ darkslideSettings: 1, serviceUrl: other.url });
    const { settings } = await window.ask('settings.import', { text });
    expect(settings.service.url).toBe(url);
    expect(other.requests).toEqual([]);
  });
});
