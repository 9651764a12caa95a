import { expect, it, onTestFinished } from 'vitest';
import type { NetworkPreferences } from '#shared/views/settings.ts';
import { openWindow, type Window } from '../../../test/handlers/window.ts';
import { freePort, takePort } from '../../../test/network/server.ts';
import { startProxy } from '../../../test/network/proxy.ts';
import { usualCallback } from '#shared/views/callback.ts';

let window: Window;

/** Turns notifications on for a service on this computer. */
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

const status = () => window.ask('callback.status', {});
const tried = () => window.ask('callback.test', {});

it('the receiver is off at first, and listens once it is turned on, even after a restart', async () => {
  window = await openWindow();
  expect(await status()).toMatchObject({ state: 'off', isOffered: false });
  const { port } = await switchOn();
  const listensOn = `127.0.0.1:${port}`;
  const listening = { state: 'listening', listensOn, isOffered: true, lastAt: null };
  expect(await status()).toMatchObject(listening);
  await window.until(await window.admit(), 'done');
  await expect.poll(async () => (await status()).acknowledged).toBeGreaterThan(0);
  expect(window.hasTold('callback')).toBe(true);
  window = await window.restart();
  await expect.poll(async () => (await status()).listensOn).toBe(listensOn);
});

it.each([
  ['listenOn', { listenOn: 'here' }],
  ['publicUrl', { publicUrl: 'studio.example' }],
  ['publicUrl', { publicUrl: 'ftp://studio.example' }],
  ['publicUrl', { publicUrl: 'https://anna:secret@studio.example' }],
  ['publicUrl', { publicUrl: 'https://studio.example/?a' }],
  ['sources', { sources: ['192.0.2.7', '192.0.2.300'] }],
  ['trustedProxies', { trustedProxies: ['proxy'] }],
])('the receiver refuses an unusable %s, and changes nothing', async (field, wrong) => {
  window = await openWindow();
  const problem = await window.refused('settings.change', {
    preferences: { callback: { ...usualCallback, isOn: true, ...wrong } },
  });
  expect(problem).toMatchObject({ code: 'callback-settings', parameter: `callback.${field}` });
  expect(await status()).toMatchObject({ state: 'off' });
});

it('C6 the receiver refuses a public address of this computer if the service is elsewhere', async () => {
  window = await openWindow({ service: 'none' });
  const url = 'https://service.example/openapi/v1';
  await window.ask('settings.connect', { url, key: 'k' });
  const preferences = { callback: { ...usualCallback, publicUrl: 'http://localhost:8455' } };
  const problem = await window.refused('settings.change', { preferences });
  expect(problem).toMatchObject({ code: 'callback-settings', parameter: 'callback.publicUrl' });
});

it('the receiver tests its public address, and reports if another server answers there', async () => {
  window = await openWindow();
  const settings = await switchOn();
  const reached = { outcome: 'reached', hindrance: null, from: '127.0.0.1' };
  expect(await tried()).toMatchObject(reached);
  const turnTo = (change: Partial<typeof settings>) =>
    window.ask('settings.change', { preferences: { callback: { ...settings, ...change } } });

  await turnTo({ publicUrl: `${new URL(window.service.url).origin}/elsewhere` });
  expect(await tried()).toMatchObject({ outcome: 'elsewhere', detail: 'HTTP 404' });
  await turnTo({ publicUrl: `http://127.0.0.1:${await freePort()}` });
  expect(await tried()).toMatchObject({ outcome: 'unreached', detail: 'ECONNREFUSED' });
  await turnTo({ sources: [] });
  expect(await tried()).toMatchObject({ hindrance: 'no-sources' });
  await turnTo({ isOn: false });
  expect(await tried()).toMatchObject({ outcome: 'off' });
  expect(await status()).toMatchObject({ acknowledged: 0 });
});

it('the receiver tests its public address with the same network settings as all requests, and reports if that fails', async () => {
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
  expect(await tried()).toMatchObject({ outcome: 'reached' });
  expect(proxy.asked).toEqual([expect.stringMatching(/^CONNECT studio\.example:80 /)]);
  await turnTo({ proxyUrl: 'http://127.0.0.1:9' });
  const unsent = { outcome: 'unsent', problem: { code: 'proxy-unreachable' } };
  expect(await tried()).toMatchObject(unsent);
  await turnTo({ proxy: 'system', mode: 'offline' });
  expect((await tried()).problem?.code).toBe('offline');
});

it('the receiver reports that its port is in use, and photos are still processed', async () => {
  const { port } = await takePort();
  window = await openWindow();
  const callback = { ...usualCallback, isOn: true, port };
  await window.ask('settings.change', { preferences: { callback } });
  const trouble = { state: 'trouble', problem: { code: 'callback-not-listening' } };
  expect(await status()).toMatchObject(trouble);
  await window.until(await window.admit(), 'done');
});
