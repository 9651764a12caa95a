import { createServer, type AddressInfo } from 'node:net';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import type { NetworkPreferences } from '#shared/views/settings.ts';
import { openWindow, patience, type Window } from '../../test/handlers/window.ts';
import { startProxy } from '../../test/network/proxy.ts';
import { usualCallback } from '../settings/callback.ts';

let window: Window;
afterEach(() => window.close());

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

/** Switched on for a service on this computer. */
async function switchOn() {
  const port = await freePort();
  const callback = {
    ...usualCallback,
    isOn: true,
    port,
    publicUrl: `http://127.0.0.1:${port}/told`,
    sources: ['127.0.0.1'],
  };
  await window.ask('settings.change', { preferences: { callback } });
  return callback;
}

it('is off at first, and listens from the moment it is switched on', async () => {
  window = await openWindow();
  expect(await window.ask('callback.status', {})).toMatchObject({ state: 'off', isOffered: false });
  const { port } = await switchOn();
  expect(await window.ask('callback.status', {})).toMatchObject({
    state: 'listening',
    listensOn: `127.0.0.1:${port}`,
    isOffered: true,
    lastAt: null,
  });
  await window.until(await window.admit(), 'done');
  const told = () => window.ask('callback.status', {});
  await expect.poll(async () => (await told()).acknowledged, patience).toBeGreaterThan(0);
  expect(window.changes.some(({ parts }) => parts.includes('callback'))).toBe(true);
});

it('listens again after a restart', async () => {
  window = await openWindow();
  const { port } = await switchOn();
  window = await window.restart();
  const status = () => window.ask('callback.status', {});
  await expect.poll(async () => (await status()).listensOn, patience).toBe(`127.0.0.1:${port}`);
});

it.each([
  ['listenOn', { listenOn: 'here' }],
  ['publicUrl', { publicUrl: 'studio.example' }],
  ['publicUrl', { publicUrl: 'ftp://studio.example' }],
  ['publicUrl', { publicUrl: 'https://anna:secret@studio.example' }],
  ['publicUrl', { publicUrl: 'https://studio.example/?a' }],
  ['sources', { sources: ['192.0.2.7', '192.0.2.300'] }],
  ['trustedProxies', { trustedProxies: ['proxy'] }],
])('refuses a %s that cannot be used, and changes nothing', async (field, wrong) => {
  window = await openWindow();
  const problem = await window.refused('settings.change', {
    preferences: { callback: { ...usualCallback, isOn: true, ...wrong } },
  });
  expect(problem).toMatchObject({ code: 'callback-settings', parameter: `callback.${field}` });
  expect(await window.ask('callback.status', {})).toMatchObject({ state: 'off' });
});

it('C6 refuses a public address of this computer while the service is elsewhere', async () => {
  window = await openWindow({ service: 'none' });
  const url = 'https://service.example/openapi/v1';
  await window.ask('settings.connect', { url, key: 'k' });
  const preferences = { callback: { ...usualCallback, publicUrl: 'http://localhost:8455' } };
  const problem = await window.refused('settings.change', { preferences });
  expect(problem).toMatchObject({ code: 'callback-settings', parameter: 'callback.publicUrl' });
});

it('tries the public address, and says who answers there', async () => {
  window = await openWindow();
  const settings = await switchOn();
  expect(await window.ask('callback.test', {})).toMatchObject({
    outcome: 'reached',
    hindrance: null,
    from: '127.0.0.1',
  });
  const turnTo = (change: Partial<typeof settings>) =>
    window.ask('settings.change', { preferences: { callback: { ...settings, ...change } } });

  await turnTo({ publicUrl: `${new URL(window.service.url).origin}/elsewhere` });
  expect(await window.ask('callback.test', {})).toMatchObject({
    outcome: 'elsewhere',
    detail: 'HTTP 404',
  });
  await turnTo({ publicUrl: `http://127.0.0.1:${await freePort()}` });
  expect(await window.ask('callback.test', {})).toMatchObject({
    outcome: 'unreached',
    detail: 'ECONNREFUSED',
  });
  await turnTo({ sources: [] });
  expect(await window.ask('callback.test', {})).toMatchObject({ hindrance: 'no-sources' });
  await turnTo({ isOn: false });
  expect(await window.ask('callback.test', {})).toMatchObject({ outcome: 'off' });
  expect(await window.ask('callback.status', {})).toMatchObject({ acknowledged: 0 });
});

it('tries it by the way of all requests, and says when that leads nowhere', async () => {
  window = await openWindow();
  const { port } = await switchOn();
  const proxy = await startProxy({ leadsTo: { 'studio.example:80': port } });
  onTestFinished(() => proxy.close());
  const { preferences } = await window.ask('settings.get', {});
  const turnTo = (network: Partial<NetworkPreferences>) =>
    window.ask('settings.change', {
      preferences: {
        callback: { ...preferences.callback, publicUrl: 'http://studio.example/told' },
        network: { ...preferences.network, proxy: 'manual', ...network },
      },
    });
  await turnTo({ proxyUrl: `http://127.0.0.1:${proxy.port}` });
  expect(await window.ask('callback.test', {})).toMatchObject({ outcome: 'reached' });
  expect(proxy.asked).toEqual([expect.stringMatching(/^CONNECT studio\.example:80 /)]);
  await turnTo({ proxyUrl: 'http://127.0.0.1:9' });
  expect(await window.ask('callback.test', {})).toMatchObject({
    outcome: 'unsent',
    problem: { code: 'proxy-unreachable' },
  });
  await turnTo({ proxy: 'system', mode: 'offline' });
  expect((await window.ask('callback.test', {})).problem?.code).toBe('offline');
});

it('says that the port is taken, and works on', async () => {
  const other = createServer();
  await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  window = await openWindow();
  await window.ask('settings.change', {
    preferences: { callback: { ...usualCallback, isOn: true, port } },
  });
  expect(await window.ask('callback.status', {})).toMatchObject({
    state: 'trouble',
    problem: { code: 'callback-not-listening' },
  });
  await window.until(await window.admit(), 'done');
});
