import { Agent } from 'undici';
import type { Dispatcher } from 'undici';
import type { Network } from '#electron/network/network.ts';

/** A download is looked for at most this many other addresses. */
const mostRedirects = 3;

/** What a GET ended with: an answer to read, or the reason there is none. */
export type Answer =
  | { readonly kind: 'answer'; readonly response: Dispatcher.ResponseData }
  | { readonly kind: 'refused'; readonly reason: string };

/** All in ms. */
export interface FetchTimeouts {
  readonly connect: number;
  readonly headers: number;
  /** Between two pieces of the body. */
  readonly idle: number;
  /** The whole download, by what is expected. */
  readonly image: number;
  readonly psd: number;
}

export const fetchTimeouts: FetchTimeouts = {
  connect: 15_000,
  headers: 60_000,
  idle: 60_000,
  image: 15 * 60_000,
  psd: 2 * 3_600_000,
};

/**
 * The connections of downloads, by the ways that the service's go too: apart from those, and nothing of
 * the account goes over them.
 */
export function downloadAgent(
  timeouts: FetchTimeouts,
  network: Network,
  closing: AbortSignal,
): Agent {
  return new Agent({
    connect: network.connector(timeouts.connect, closing),
    headersTimeout: timeouts.headers,
    bodyTimeout: timeouts.idle,
    allowH2: false,
  });
}

/** GETs `url`, following a few redirects between http and https addresses, never from https to http. */
export async function get(
  agent: Agent,
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Answer> {
  let at = webAddress(url, null);
  for (let hop = 0; at !== null; hop += 1) {
    const response = await agent.request({
      origin: at.origin,
      path: `${at.pathname}${at.search}`,
      method: 'GET',
      headers: { 'accept-encoding': 'identity', ...headers },
      signal,
    });
    const { location } = response.headers;
    if (![301, 302, 303, 307, 308].includes(response.statusCode)) {
      return { kind: 'answer', response };
    }
    await response.body.dump({ limit: 64 * 1024 });
    if (typeof location !== 'string') return { kind: 'refused', reason: 'a redirect to nowhere' };
    if (hop === mostRedirects) return { kind: 'refused', reason: 'too many redirects' };
    at = webAddress(location, at);
  }
  return { kind: 'refused', reason: 'not a web address' };
}

function webAddress(text: string, base: URL | null): URL | null {
  const url = URL.parse(text, base?.href);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return null;
  return base?.protocol === 'https:' && url.protocol === 'http:' ? null : url;
}

/** The piece of a file that an answer carries. */
export interface Body {
  /** Offset of its first byte. */
  readonly from: number;
  /** Bytes of the whole file; null where the server does not say. */
  readonly total: number | null;
  /** What proves later that a piece belongs to the same file; null where resuming would be a guess. */
  readonly validator: string | null;
}

/** Null for an answer that is not what was asked for, beginning at `offset`. */
export function describeBody(
  { statusCode, headers }: Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'>,
  offset: number,
): Body | null {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') return null;
  const validator = strongValidator(headers);
  if (statusCode === 200) return { from: 0, total: count(headers['content-length']), validator };
  const range = /^bytes (\d+)-(\d+)\/(\d+)$/u.exec(String(headers['content-range'] ?? ''));
  if (statusCode !== 206 || range === null) return null;
  const [from, last, total] = [Number(range[1]), Number(range[2]), Number(range[3])];
  return from === offset && last === total - 1 ? { from, total, validator } : null;
}

function strongValidator(headers: Dispatcher.ResponseData['headers']): string | null {
  const { etag, 'last-modified': modified } = headers;
  if (typeof etag === 'string' && etag.startsWith('"')) return etag;
  return typeof modified === 'string' ? modified : null;
}

function count(header: string | string[] | undefined): number | null {
  return typeof header === 'string' && /^\d{1,15}$/u.test(header) ? Number(header) : null;
}
