import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { startNode } from '#electron/images/start-node.ts';
import { systemClock } from '#electron/base/clock.ts';
import { createNetwork, type Mode, type NetworkParts } from '#electron/network/network.ts';
import { direct } from '#electron/network/ways.ts';
import { downloadsOf } from '../../test/fixtures/downloads.ts';
import { startProxy, type ProxyScript } from '../../test/network/proxy.ts';
import { createDelivery } from './delivery.ts';

const bytes = Buffer.from('the bytes of a result');
const server = createServer((_request, response) => response.end(bytes));
let port = 0;
let folder: string;

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'darkslide-proxied-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Fetches a result from a name that only the proxy knows. */
async function fetchThrough(script: ProxyScript, more: Partial<NetworkParts> = {}) {
  const proxy = await startProxy({ leadsTo: { 'results.invalid:80': port }, ...script });
  const network = createNetwork({
    clock: systemClock,
    waysTo: () => Promise.resolve([proxy.way(), direct]),
    ...more,
  });
  const downloads = downloadsOf('http://service.invalid', { network });
  const delivery = createDelivery({
    startHelper: startNode,
    owner: 'a data folder',
    check: () =>
      Promise.resolve({ ok: true, value: { format: 'png', width: 1, height: 1 } } as const),
    clock: systemClock,
    random: Math.random,
    downloads,
  });
  onTestFinished(async () => {
    await Promise.all([delivery.close(), downloads.close()]);
    await proxy.close();
  });
  const fetched = await delivery.fetch({
    url: 'http://results.invalid/a',
    folder,
    name: 'result-1',
    expect: 'image',
  });
  return { fetched, proxy };
}

it('a result comes through the proxy that the service is reached through', async () => {
  const { fetched, proxy } = await fetchThrough({});
  expect(fetched.ok).toBe(true);
  expect(await readFile(join(folder, 'result-1.png'))).toEqual(bytes);
  expect(proxy.asked).toHaveLength(1);
});

it('F27 a proxy that asks for a password: said, tried later, and not gone past', async () => {
  const { fetched, proxy } = await fetchThrough({ wants: 'anna:secret' });
  expect(fetched).toMatchObject({
    ok: false,
    then: 'later',
    problem: { code: 'proxy-authentication', about: `127.0.0.1:${proxy.port}` },
  });
  expect(proxy.connections()).toBe(1);
});

it('offline by choice: nothing is asked for, and the result waits', async () => {
  const mode: Mode = 'offline';
  const { fetched, proxy } = await fetchThrough({}, { mode: () => mode });
  expect(fetched).toMatchObject({ ok: false, then: 'later', problem: { code: 'offline' } });
  expect(proxy.connections()).toBe(0);
});
