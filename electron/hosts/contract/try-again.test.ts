import { describe, expect, it } from 'vitest';
import type { Fault } from '#electron/demo/faults.ts';
import { openWindow, type Window } from '../../../test/handlers/window.ts';
import { startProxy } from '../../../test/network/proxy.ts';
import { usualPreferences } from '#shared/views/settings.ts';

let window: Window;

const status = () => window.ask('status.get', {});
const gates = async () =>
  (await status()).waitingFor.map(({ gate, problem }) => [gate, problem.code]);

describe('work stopped by a closed gate', () => {
  it('B3 continues after a successful test of the current key', async () => {
    window = await openWindow();
    const { url, key } = window.service;
    const isGood = async (at: string, with_: string | null) =>
      (await window.ask('settings.test', { url: at, key: with_ })).isGood;
    window.service.inject({ on: 'any', kind: 'unauthorised' });
    const id = await window.admit();
    await expect.poll(gates).toEqual([['service', 'service-unauthorised']]);
    expect(await isGood(url, null)).toBe(false);
    expect(await gates()).toEqual([['service', 'service-unauthorised']]);
    window.service.clearFaults();
    // A test of another address, or with another key, does not open the gate.
    expect(await isGood('http://127.0.0.1:9', key)).toBe(false);
    expect(await gates()).toHaveLength(1);
    expect(await isGood(`${url}/`, key)).toBe(true);
    await window.until(id, 'done');
    expect(await gates()).toEqual([]);
  });

  it('B3 continues when the key is changed', async () => {
    window = await openWindow({ service: 'none' });
    const { url, key } = window.service;
    await window.ask('settings.connect', { url, key: 'a-key-of-yesterday' });
    const id = await window.admit();
    await expect.poll(gates).toEqual([['service', 'service-unauthorised']]);
    await window.ask('settings.connect', { url, key });
    await window.until(id, 'done');
  });

  const broke = { kind: 'refused', text: 'balance exhausted' } as const;
  const slower = { kind: 'too-many', retryAfter: '3000' } as const;
  it.each<[string, Fault, 'service' | 'execute', string]>([
    ['a refused key', { on: 'any', kind: 'unauthorised' }, 'service', 'service-unauthorised'],
    ['an exhausted balance', { on: 'execute', ...broke }, 'execute', 'service-balance'],
    [
      'an exhausted balance that is reported during the upload',
      { on: 'upload', ...broke },
      'service',
      'service-balance',
    ],
    ['a captive portal', { on: 'upload', kind: 'html' }, 'service', 'service-not-an-envelope'],
    ['a request to slow down', { on: 'create', ...slower }, 'service', 'service-rate-limited'],
  ])('B3 continues with Try again after %s', async (_what, fault, gate, code) => {
    window = await openWindow();
    window.service.inject(fault);
    const id = await window.admit();
    await expect.poll(gates).toContainEqual([gate, code]);
    window.service.clearFaults();
    await window.ask('work.try-again', { gate });
    await window.until(id, 'done');
    expect(await gates()).toEqual([]);
  });

  it('B3 continues with Try again after five refusals in a row, including the photo that had been postponed', async () => {
    window = await openWindow();
    window.service.inject({ on: 'execute', kind: 'refused', text: 'Template is retired' });
    for (const n of [1, 2, 3, 4]) {
      await window.until(await window.admit(`https://photos.example/${n}.jpg`), 'failed');
    }
    const id = await window.admit();
    await expect.poll(gates).toEqual([['execute', 'service-refused']]);
    window.service.clearFaults();
    await window.ask('work.try-again', { gate: 'execute' });
    await window.until(id, 'done');
  });

  it('B3 sends the password to the proxy again after Try again', async () => {
    const proxy = await startProxy({ wants: 'anna:right' });
    const proxyUrl = `http://127.0.0.1:${proxy.port}`;
    window = await openWindow({ service: 'none' });
    const url = 'https://service.example/openapi/v1';
    await window.ask('settings.connect', { url, key: 'a-key' });
    const manual = { proxy: 'manual', proxyUrl, proxyUser: 'anna' } as const;
    const network = { ...usualPreferences.network, ...manual };
    const password = { text: 'wrong', systemProxy: null };
    await window.ask('settings.network', { network, password });
    const said = () => proxy.asked.filter((head) => /proxy-authorization/i.test(head)).length;
    await window.admit();
    await expect.poll(gates).toEqual([['service', 'proxy-credentials-refused']]);
    const before = said();
    await window.ask('work.try-again', { gate: 'service' });
    await expect.poll(said).toBeGreaterThan(before);
    await proxy.close();
  });

  it('B3 asks for the user’s help if the balance is exhausted', async () => {
    window = await openWindow();
    window.service.inject({ on: 'execute', ...broke });
    await window.admit();
    const waitingFor = [{ gate: 'execute', needsPerson: true }];
    await expect.poll(status).toMatchObject({ waitingFor });
  });
});
