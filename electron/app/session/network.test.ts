import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { NetworkPreferences } from '#shared/views/settings.ts';
import { ownFolder } from '../../../test/fixtures/own-folder.ts';
import { accessIn, uncheckedChanges } from '../../../test/fixtures/permitted.ts';
import { valueOf } from '../../../test/fixtures/values.ts';
import { openWindow, type Window, type WindowOptions } from '../../../test/handlers/window.ts';
import { startProxy, type ProxyScript } from '../../../test/network/proxy.ts';
import { granted, http, startRawServer } from '../../../test/service/raw-server.ts';
import { ownRoot } from '../../../test/service/self-signed.ts';
import { openConf } from '../../adapters/settings/conf.ts';
import { usualPreferences } from '#shared/views/settings.ts';
import { openPreferences } from '../../adapters/settings/preferences.ts';
import { sessionSecrets, type Secrets } from '../../adapters/settings/secrets.ts';
import { openSessionNetwork } from './network.ts';

let window: Window;

const PASSWORD = 'p4ss-0f-th3-pr0xy';
const usual: NetworkPreferences = {
  proxy: 'system',
  proxyUrl: '',
  proxyUser: '',
  extraCertificates: null,
  mode: 'normal',
};
const root = ownRoot('Studio Root');
const name = 'service.example';
const address = `https://${name}/openapi/v1`;
/** The steps of a connection test that reaches the service and verifies its key. */
const allSteps = ['address', 'proxy', 'certificate', 'envelope', 'key'];
const asksToSignIn = ['address', '!proxy proxy-authentication'];

/** Opens a window whose service is reachable only through a proxy from the environment. */
async function behindProxy(script: ProxyScript = {}, options: WindowOptions = {}) {
  const server = await startRawServer({
    tls: root.vouchesFor({ names: [name] }),
    onRequest: (_request, socket) => socket.write(http(200, granted({}))),
  });
  const proxy = await startProxy({
    leadsTo: { [`${name}:443`]: Number(new URL(server.url).port) },
    ...script,
  });
  onTestFinished(async () => {
    await proxy.close();
    await server.close();
  });
  const env = { https_proxy: `http://127.0.0.1:${proxy.port}` };
  window = await openWindow({ service: 'none', env, ...options });
  const file = join(dirname(window.folder), 'roots.pem');
  await writeFile(file, root.cert);
  return { server, proxy, file };
}

/** Saves the network settings, and a password for the proxy shown. */
async function change(more: Partial<NetworkPreferences>, text: string | null = null) {
  const { name: systemProxy } = await window.ask('settings.system-proxy', {});
  const password = text === null ? null : { text, systemProxy };
  return window.ask('settings.network', { network: { ...usual, ...more }, password });
}

/** Expects both channels that accept these settings to refuse them. */
async function expectRefusal(more: Partial<NetworkPreferences>, problem: object): Promise<void> {
  const network = { ...usual, ...more };
  const saved = await window.refused('settings.network', { network, password: null });
  expect(saved).toMatchObject(problem);
  const changed = await window.refused('settings.change', { preferences: { network } });
  expect(changed).toMatchObject(problem);
}

async function steps(): Promise<readonly string[]> {
  const test = await window.ask('settings.test', { url: address, key: 'a-key' });
  return test.steps.map(({ step, problem }) =>
    problem === null ? step : `!${step} ${problem.code}`,
  );
}

describe('the connection test', () => {
  it('fails at the certificate behind a proxy that replaces certificates, until the proxy’s certificate is trusted', async () => {
    const { file, server } = await behindProxy();
    expect(await steps()).toEqual(['address', 'proxy', '!certificate service-certificate']);
    // Neither the key nor anything else was sent to a server with an untrusted certificate.
    expect(server.bytes()).toBe(0);
    await change({ extraCertificates: file });
    expect(await steps()).toEqual(allSteps);
  });

  it('fails at a proxy that requires a name and password, and passes with the right name and password', async () => {
    const { file, proxy } = await behindProxy({ wants: `anna:${PASSWORD}` });
    await change({ extraCertificates: file });
    expect(await steps()).toEqual(asksToSignIn);
    await change({ extraCertificates: file, proxyUser: 'anna' }, 'wrong');
    expect(await steps()).toEqual(['address', '!proxy proxy-credentials-refused']);
    await change({ extraCertificates: file, proxyUser: 'anna' }, PASSWORD);
    expect(await steps()).toEqual(allSteps);
    expect(proxy.asked.every((head) => head.startsWith(`CONNECT ${name}:443 `))).toBe(true);
  });

  it('never sends the password of one system proxy to another system proxy', async () => {
    let named = '';
    const resolveProxy = () => Promise.resolve(named);
    const { file, proxy } = await behindProxy({ wants: `anna:${PASSWORD}` }, { resolveProxy });
    const strange = await startProxy({ wants: 'whoever:it is' });
    onTestFinished(() => strange.close());
    named = `PROXY 127.0.0.1:${proxy.port}`;
    await change({ extraCertificates: file, proxyUser: 'anna' });
    expect(await steps()).toEqual(asksToSignIn);
    const studio = { name: `127.0.0.1:${proxy.port}`, hasPassword: false };
    expect(await window.ask('settings.system-proxy', {})).toEqual(studio);
    await change({ extraCertificates: file, proxyUser: 'anna' }, PASSWORD);
    expect(await steps()).toEqual(allSteps);

    named = `PROXY 127.0.0.1:${strange.port}`;
    expect(await steps()).toEqual(asksToSignIn);
    const theirs = { name: `127.0.0.1:${strange.port}`, hasPassword: false };
    expect(await window.ask('settings.system-proxy', {})).toEqual(theirs);
    expect(strange.asked.some((head) => /authorization/i.test(head))).toBe(false);
    // The password of the first proxy is still saved.
    named = `PROXY 127.0.0.1:${proxy.port}`;
    expect(await steps()).toEqual(allSteps);
  });

  it('fails at a proxy that the user has set, and without a proxy at the name lookup', async () => {
    const { proxy } = await behindProxy({ answers: http(403, 'blocked') });
    await change({ proxy: 'manual', proxyUrl: `127.0.0.1:${proxy.port}` });
    expect(await steps()).toEqual(['address', '!proxy proxy-failed']);
    await change({ proxy: 'manual', proxyUrl: 'http://127.0.0.1:9' });
    expect(await steps()).toEqual(['address', '!proxy proxy-unreachable']);
    await change({ proxy: 'none' });
    const nowhere = { url: 'https://no-such-host.invalid/v1', key: 'a-key' };
    expect((await window.ask('settings.test', nowhere)).steps.at(-1)?.step).toBe('name');
  });
});

describe('the network settings', () => {
  it('are refused with the name of the field if they are invalid, and nothing changes', async () => {
    window = await openWindow({ service: 'none' });
    for (const [proxyUrl, code] of [
      ['', 'proxy-bad-url'],
      ['socks5://a:1', 'proxy-bad-url'],
      ['http://a:b@c:1', 'proxy-sign-in-in-address'],
    ] as const) {
      await expectRefusal({ proxy: 'manual', proxyUrl }, { code, parameter: 'proxyUrl' });
    }
    for (const [extraCertificates, code] of [
      ['roots.pem', 'path-relative'],
      [join(window.folder, 'none.pem'), 'certificates-unreadable'],
    ] as const) {
      await expectRefusal({ extraCertificates }, { code, parameter: 'extraCertificates' });
    }
    expect((await window.ask('settings.get', {})).preferences.network).toEqual(usual);
  });

  it('keep a password secret, and use it only for its proxy', async () => {
    window = await openWindow({ service: 'none' });
    const own = { proxy: 'manual', proxyUrl: 'http://a.example:1', proxyUser: 'anna' } as const;
    const first = await change(own, PASSWORD);
    expect(first).toMatchObject({ hasProxyPassword: true, preferences: { network: own } });
    expect((await change({ ...own, mode: 'metered' })).hasProxyPassword).toBe(true);
    expect((await change({ ...own, proxyUrl: 'http://b.example:1' })).hasProxyPassword).toBe(false);
    // The password that was given for a previous proxy is not used.
    expect((await change(own)).hasProxyPassword).toBe(false);
    await change(own, PASSWORD);
    expect((await change(own, '')).hasProxyPassword).toBe(false);
    const password = { text: PASSWORD, systemProxy: null };
    const nobody = { network: { ...usual, proxyUser: '' }, password };
    expect((await window.refused('settings.network', nobody)).parameter).toBe('proxyUser');
    const nowhere = { network: { ...usual, proxyUser: 'anna' }, password };
    expect((await window.refused('settings.network', nowhere)).parameter).toBe('password');
    const written = await readFile(join(window.folder, 'settings.json'), 'utf8');
    const log = JSON.stringify(await window.ask('log.page', { least: 'info', limit: 500 }));
    const told = JSON.stringify(await window.ask('settings.get', {}));
    expect(`${written}${log}${told}`).not.toContain(PASSWORD);
  });

  it('never send the API key of the environment to a proxy', async () => {
    const env = { DARKSLIDE_API_KEY: 'k3y-0f-th3-3nv' };
    const { proxy } = await behindProxy({ wants: 'anna:x' }, { env });
    const proxyUrl = `http://127.0.0.1:${proxy.port}`;
    await change({ proxy: 'manual', proxyUrl, proxyUser: 'anna' });
    await steps();
    expect(proxy.asked.some((head) => /authorization/i.test(head))).toBe(false);
  });
});

describe('A7 certificates', () => {
  it('A7 in an uploaded file are not trusted, by path or through a link', async () => {
    window = await openWindow();
    const uploaded = join(window.folder, 'releases', 'abc', 'release.pem');
    await mkdir(dirname(uploaded), { recursive: true });
    await writeFile(uploaded, root.cert);
    const link = join(dirname(window.folder), 'studio.pem');
    await symlink(uploaded, link);
    for (const path of [uploaded, link]) {
      const unsafe = { code: 'certificates-not-safe', parameter: 'extraCertificates', about: path };
      await expectRefusal({ extraCertificates: path }, unsafe);
    }
    const { preferences } = await window.ask('settings.get', {});
    expect(preferences.network.extraCertificates).toBeNull();
  });
});

describe('offline mode', () => {
  it('sends nothing, prepares photos, reports that it is offline, and continues when it is online again', async () => {
    window = await openWindow();
    await change({ mode: 'offline' });
    const status = () => window.ask('status.get', {});
    expect(await status()).toMatchObject({ connection: 'offline', networkMode: 'offline' });
    const job = await window.admit();
    const offline = { gate: 'service', needsPerson: true, problem: { code: 'offline' } };
    await expect.poll(status).toMatchObject({ waitingFor: [offline] });
    // The account was synced when the window was opened.
    const { info: _atTheStart, ...since } = window.service.records().requests;
    expect(since).toEqual({});
    await change({ mode: 'normal' });
    await window.until(job, 'done');
    expect(await status()).toMatchObject({ networkMode: 'normal', waitingFor: [] });
  });
});

it('a saved password that the keychain cannot open now is used again after the next start', async () => {
  const dataFolder = await ownFolder('way');
  const preferences = openPreferences(dataFolder, usualPreferences, () => {}, openConf);
  const proxyUser = { ...usual, proxy: 'manual', proxyUrl: 'proxy.example:80', proxyUser: 'ann' };
  preferences.change(uncheckedChanges({ network: proxyUser as NetworkPreferences }));
  const secrets = sessionSecrets();
  await secrets.passwords.keep('ann@proxy.example:80', PASSWORD);
  const open = async (passwords: Secrets['passwords']) => {
    const way = openSessionNetwork({
      preferences,
      secrets: { ...secrets, passwords },
      env: {},
      access: accessIn(dataFolder),
      dataFolder,
      hide: () => {},
      onChange: () => {},
    });
    await way.load();
    return way.hasPassword();
  };
  expect(await open({ ...secrets.passwords, read: () => Promise.resolve(null) })).toBe(false);
  expect(await open(secrets.passwords)).toBe(true);
});

it('the network reports a change once more when the new password of its proxy is in use', async () => {
  const dataFolder = await ownFolder('way');
  const hadPassword: boolean[] = [];
  const onChange = () => hadPassword.push(way.hasPassword());
  const ignore = () => {};
  const preferences = openPreferences(
    dataFolder,
    usualPreferences,
    ignore,
    openConf,
    null,
    onChange,
  );
  const secrets = sessionSecrets();
  const way = openSessionNetwork({
    preferences,
    secrets,
    env: {},
    access: accessIn(dataFolder),
    dataFolder,
    hide: ignore,
    onChange,
  });
  const proxy = {
    ...usual,
    proxy: 'manual',
    proxyUrl: 'proxy.example:80',
    proxyUser: 'ann',
  } as const;
  valueOf(await way.change(proxy, { text: PASSWORD, systemProxy: null }));
  expect(hadPassword).toEqual([false, true]);
});
