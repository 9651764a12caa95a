import { failure } from '#shared/failure.ts';
import { BlockList, isIP } from 'node:net';
import { success, type Outcome } from '#shared/problem.ts';
import { plainHost, portOf, type Place } from './connect.ts';
import type { Environment } from '../../base/environment.ts';

/** A route to a server. */
export type Way =
  | { readonly kind: 'direct' }
  | {
      readonly kind: 'proxy';
      /** Whether the connection to the proxy itself uses TLS. */
      readonly isSecure: boolean;
      readonly hostname: string;
      readonly port: number;
      readonly credentials: Credentials | null;
    }
  /** A proxy that is configured but that Darkslide cannot use. */
  | { readonly kind: 'unusable'; readonly name: string };

export type ProxyWay = Extract<Way, { readonly kind: 'proxy' }>;

export interface Credentials {
  readonly user: string;
  readonly password: string;
}

/** Returns the routes to a destination, in the order in which to try them; at least one. */
export type WaysTo = (place: Place) => Promise<readonly Way[]>;

export const direct: Way = { kind: 'direct' };

/** Returns a direct route to every destination. */
export const noProxies: WaysTo = () => Promise.resolve([direct]);

/**
 * Reads the answers of Electron's `session.resolveProxy` and of PAC files: `PROXY a:80; SOCKS
 * b:1080; DIRECT`.
 */
export function readPac(text: string): readonly Way[] {
  const parts = text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const ways = parts.map((part): Way => {
    const [kind = '', where = ''] = part.split(/\s+/u);
    if (kind.toUpperCase() === 'DIRECT') return direct;
    const scheme = { PROXY: 'http', HTTP: 'http', HTTPS: 'https' }[kind.toUpperCase()];
    const proxy = scheme === undefined ? null : readProxy(`${scheme}://${where}`);
    return proxy?.ok === true ? proxy.value : { kind: 'unusable', name: part };
  });
  return ways.length === 0 ? [direct] : ways;
}

/**
 * Reads the address of a proxy in the form that users and environment variables use: with or
 * without `http://`, with or without `name:password@`. Problems: proxy-bad-url.
 */
export function readProxy(text: string): Outcome<ProxyWay> {
  const written = text.trim();
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//iu.test(written) ? written : `http://${written}`);
  const bad = (why: 'incomplete' | 'socks' | 'protocol' | 'path') =>
    failure('proxy-bad-url', { why }, { about: url === null ? '' : url.host });
  if (url === null || url.hostname === '') return bad('incomplete');
  if (url.protocol.startsWith('socks')) return bad('socks');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return bad('protocol');
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') return bad('path');
  const credentials = { user: decoded(url.username), password: decoded(url.password) };
  return success({
    kind: 'proxy',
    isSecure: url.protocol === 'https:',
    hostname: plainHost(url.hostname),
    // without a port, the same default as in curl and other programs
    port: Number(url.port) || portOf(url.protocol, ''),
    credentials: credentials.user === '' ? null : credentials,
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Returns the routes through the proxies in HTTPS_PROXY, HTTP_PROXY and ALL_PROXY, except for the
 * hosts in NO_PROXY; lower-case names take precedence. A proxy with an unreadable address becomes
 * an unusable route, so that it is not bypassed.
 */
export function environmentWays(env: Environment): WaysTo {
  const named = (name: string): string | null => {
    const text = env[name.toLowerCase()] ?? env[name] ?? '';
    return text.trim() === '' ? null : text.trim();
  };
  const wayOf = (text: string | null): Way => {
    if (text === null) return direct;
    const read = readProxy(text);
    return read.ok ? read.value : { kind: 'unusable', name: withoutPassword(text) };
  };
  const all = named('ALL_PROXY');
  const secure = wayOf(named('HTTPS_PROXY') ?? all);
  const plain = wayOf(named('HTTP_PROXY') ?? all);
  const isExcepted = readExceptions(named('NO_PROXY') ?? '');
  return (place) => {
    const way = place.protocol === 'https:' ? secure : plain;
    const isStraight = isThisComputer(place.hostname) || isExcepted(place);
    return Promise.resolve([isStraight ? direct : way]);
  };
}

/**
 * Returns the text after the last `@`, so that even an unreadable address can be shown and logged
 * without a password.
 */
export function withoutPassword(text: string): string {
  return text.replace(/^([a-z][a-z\d+.-]*:\/\/)?.*@/isu, '$1');
}

/**
 * Reads the entries of NO_PROXY: `host`, `.host` and `*.host` with all subdomains, each with or
 * without a port; addresses and CIDR ranges; `*`.
 */
function readExceptions(text: string): (place: Place) => boolean {
  const entries = text
    .toLowerCase()
    .split(/[\s,]+/u)
    .filter((entry) => entry !== '');
  const nets = new BlockList();
  const names: { readonly name: string; readonly port: number | null }[] = [];
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/');
    const family = isIP(plainHost(address));
    if (family !== 0) {
      const type = family === 6 ? 'ipv6' : 'ipv4';
      const bits = Number(prefix ?? (family === 6 ? 128 : 32));
      if (bits >= 0 && bits <= (family === 6 ? 128 : 32)) {
        nets.addSubnet(plainHost(address), bits, type);
      }
      continue;
    }
    const [, name = '', port] = /^\*?\.?(.*?)(?::(\d+))?$/u.exec(entry) ?? [];
    names.push({ name, port: port === undefined ? null : Number(port) });
  }
  return ({ hostname, port }) => {
    const host = hostname.toLowerCase().replace(/\.$/u, '');
    const family = isIP(host);
    if (entries.includes('*')) return true;
    if (family !== 0 && nets.check(host, family === 6 ? 'ipv6' : 'ipv4')) return true;
    return names.some(
      (each) =>
        (each.port === null || each.port === port) &&
        (host === each.name || (each.name !== '' && host.endsWith(`.${each.name}`))),
    );
  };
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Checks whether a host name refers to this computer, as the address of the demo service does. */
export function isThisComputer(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/u, '');
  const family = isIP(host);
  if (family !== 0) return loopback.check(host, family === 6 ? 'ipv6' : 'ipv4');
  return host === 'localhost' || host.endsWith('.localhost');
}
