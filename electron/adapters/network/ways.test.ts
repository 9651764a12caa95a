import { describe, expect, it } from 'vitest';
import { codeOf } from '../../../test/fixtures/values.ts';
import { chosenWays } from './choose.ts';
import { placeOf } from './connect.ts';
import {
  environmentWays,
  isThisComputer,
  noProxies,
  readPac,
  readProxy,
  type Way,
} from './ways.ts';

const proxy = (hostname: string, port: number, more: object = {}): Way => ({
  kind: 'proxy',
  isSecure: false,
  hostname,
  port,
  credentials: null,
  ...more,
});
const direct: Way = { kind: 'direct' };

describe('the answers of a system or a PAC file', () => {
  const said: [text: string, ways: readonly Way[]][] = [
    ['DIRECT', [direct]],
    ['', [direct]],
    ['PROXY proxy.example:8080', [proxy('proxy.example', 8080)]],
    ['PROXY a:1; HTTPS b:2 ;DIRECT', [proxy('a', 1), proxy('b', 2, { isSecure: true }), direct]],
    ['PROXY [2001:db8::1]:3128', [proxy('2001:db8::1', 3128)]],
    ['SOCKS5 old:1080', [{ kind: 'unusable', name: 'SOCKS5 old:1080' }]],
    ['SOCKS old:1080; PROXY a:1', [{ kind: 'unusable', name: 'SOCKS old:1080' }, proxy('a', 1)]],
    ['QUIC q:443', [{ kind: 'unusable', name: 'QUIC q:443' }]],
  ];
  it.each(said)('%s', (text, ways) => {
    expect(readPac(text)).toEqual(ways);
  });
});

describe('the address of a proxy as users write it', () => {
  const good: [text: string, way: Way][] = [
    ['proxy.example:8080', proxy('proxy.example', 8080)],
    ['http://proxy.example', proxy('proxy.example', 80)],
    ['https://proxy.example', proxy('proxy.example', 443, { isSecure: true })],
    [' http://10.0.0.1:3128/ ', proxy('10.0.0.1', 3128)],
    [
      'http://anna:p%40ss%3Aw@proxy.example:1',
      proxy('proxy.example', 1, { credentials: { user: 'anna', password: 'p@ss:w' } }),
    ],
  ];
  it.each(good)('%s', (text, way) => {
    expect(readProxy(text)).toEqual({ ok: true, value: way });
  });

  const bad = [
    '',
    'http://',
    'ftp://proxy:1',
    'socks5://proxy:1080',
    'http://proxy:1/pac.js',
    'a b',
  ];
  it.each(bad)('%s is refused', (text) => {
    expect(codeOf(readProxy(text))).toBe('proxy-bad-url');
  });
});

describe('the environment', () => {
  const to = async (env: Record<string, string>, url: string) => {
    const [way] = await environmentWays(env)(placeOf(new URL(url)));
    return way?.kind === 'proxy' ? `${way.hostname}:${way.port}` : way?.kind;
  };
  const https = { HTTPS_PROXY: 'http://p:1', HTTP_PROXY: 'http://q:2' };
  const except = (NO_PROXY: string) => ({ ...https, NO_PROXY });
  const cases: [env: Record<string, string>, url: string, way: string][] = [
    [{}, 'https://a.example', 'direct'],
    [https, 'https://a.example', 'p:1'],
    [https, 'http://a.example', 'q:2'],
    [{ ...https, https_proxy: 'http://lower:3' }, 'https://a.example', 'lower:3'],
    [{ ALL_PROXY: 'http://all:4' }, 'https://a.example', 'all:4'],
    [{ HTTPS_PROXY: ' ' }, 'https://a.example', 'direct'],
    // a configured proxy that cannot be used is not bypassed
    [{ HTTPS_PROXY: 'socks5://s:1080' }, 'https://a.example', 'unusable'],
    [except('a.example'), 'https://a.example', 'direct'],
    [except('a.example'), 'https://b.a.example', 'direct'],
    [except('.a.example'), 'https://b.a.example', 'direct'],
    [except('*.a.example'), 'https://b.a.example', 'direct'],
    [except('a.example'), 'https://nota.example', 'p:1'],
    [except('a.example:8443'), 'https://a.example', 'p:1'],
    [except('a.example:8443'), 'https://a.example:8443', 'direct'],
    [except('other, A.Example'), 'https://a.example', 'direct'],
    [except('10.0.0.0/8'), 'https://10.1.2.3', 'direct'],
    [except('10.0.0.0/8'), 'https://11.1.2.3', 'p:1'],
    [except('10.0.0.0/99,nonsense/'), 'https://10.1.2.3', 'p:1'],
    [except('2001:db8::/32'), 'https://[2001:db8::5]', 'direct'],
    [except('*'), 'https://a.example', 'direct'],
    [{ ...https, no_proxy: 'a.example', NO_PROXY: 'b.example' }, 'https://b.example', 'p:1'],
  ];
  it.each(cases)('%j to %s: %s', async (env, url, way) => {
    expect(await to(env, url)).toBe(way);
  });

  it.each([
    'socks5://anna:secret@s:1080',
    'anna:#secret@s:1080',
    'http://anna:a/secret@s:1080',
    'socks5://anna:a@secret@s:1080',
  ])('shows no password of an unusable proxy (%s)', async (written) => {
    const place = placeOf(new URL('https://a.example'));
    const [way] = await environmentWays({ HTTPS_PROXY: written })(place);
    expect(way?.kind).toBe('unusable');
    expect(JSON.stringify(way)).not.toContain('secret');
    const chosen = { proxy: 'manual', proxyUrl: written } as const;
    const waysTo = chosenWays(
      () => chosen,
      noProxies,
      () => null,
    );
    expect(JSON.stringify(await waysTo(place))).not.toContain('secret');
  });
});

it.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['localhost', true],
  ['a.localhost.', true],
  ['localhost.example', false],
  ['10.0.0.1', false],
])('%s is this computer: %s', (host, isIt) => {
  expect(isThisComputer(host)).toBe(isIt);
});
