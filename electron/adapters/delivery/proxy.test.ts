import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { ownFolder } from '../../../test/fixtures/own-folder.ts';
import { systemClock } from '#electron/base/clock.ts';
import { createNetwork, type Mode, type NetworkParts } from '#electron/adapters/network/network.ts';
import { direct } from '#electron/adapters/network/ways.ts';
import { newDelivery } from '../../../test/fixtures/delivering.ts';
import { downloadsOf } from '../../../test/fixtures/downloads.ts';
import { serveHere } from '../../../test/network/server.ts';
import { startProxy, type ProxyScript } from '../../../test/network/proxy.ts';

const bytes = Buffer.from('the bytes of a result');
let folder: string;

beforeEach(async () => {
  folder = await ownFolder('proxied');
});

/** Fetches a result from a host name that only the proxy can resolve. */
async function fetchThrough(script: ProxyScript, more: Partial<NetworkParts> = {}) {
  const { port } = await serveHere((_request, response) => response.end(bytes));
  const proxy = await startProxy({ leadsTo: { 'results.invalid:80': port }, ...script });
  const network = createNetwork({
    clock: systemClock,
    waysTo: () => Promise.resolve([proxy.way(), direct]),
    ...more,
  });
  const downloads = downloadsOf('http://service.invalid', { network });
  const checked = { ok: true, value: { format: 'png', width: 1, height: 1 } } as const;
  const delivery = newDelivery({ check: () => Promise.resolve(checked), downloads });
  onTestFinished(async () => {
    await Promise.all([delivery.close(), downloads.close()]);
    await proxy.close();
  });
  const url = 'http://results.invalid/a';
  const fetched = await delivery.fetch({ url, folder, name: 'result-1', expect: 'image' });
  return { fetched, proxy };
}

it('a result is downloaded through the proxy of the service', async () => {
  const { fetched, proxy } = await fetchThrough({});
  expect(fetched.ok).toBe(true);
  expect(await readFile(join(folder, 'result-1.png'))).toEqual(bytes);
  expect(proxy.asked).toHaveLength(1);
});

it('F27 a proxy that requires a password is reported, tried again later, and not bypassed', async () => {
  const { fetched, proxy } = await fetchThrough({ wants: 'anna:secret' });
  expect(fetched).toMatchObject({
    ok: false,
    then: 'later',
    problem: { code: 'proxy-authentication', about: `127.0.0.1:${proxy.port}` },
  });
  expect(proxy.connections()).toBe(1);
});

it('a result is not downloaded in offline mode, and no request is sent', async () => {
  const mode: Mode = 'offline';
  const { fetched, proxy } = await fetchThrough({}, { mode: () => mode });
  expect(fetched).toMatchObject({ ok: false, then: 'later', problem: { code: 'offline' } });
  expect(proxy.connections()).toBe(0);
});
