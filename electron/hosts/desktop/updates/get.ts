import { Agent, type Dispatcher } from 'undici';
import type { SessionNetwork } from '../../../app/session/network.ts';
import { leadsAway, missing, unreached } from './fetch-problems.ts';

/** Time limits in ms: for connecting, including tunnel and TLS, and for waiting while no bytes arrive. */
const CONNECT = 30_000;
const SILENCE = 60_000;
const MOST_REDIRECTS = 3;

const headers = { 'cache-control': 'no-cache', accept: '*/*' };

/** Sends GET requests, over https only. */
export interface Requests {
  /** Follows up to 3 redirects. Rejects for a status other than 200 or 206. */
  get(
    url: URL,
    more: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData>;
  close(): Promise<void>;
}

/** Creates requests over Darkslide's network. No connection is opened after `closing` aborts. */
export function openRequests(network: SessionNetwork['network'], closing: AbortSignal): Requests {
  const agent = new Agent({
    connect: network.connector(CONNECT, closing),
    headersTimeout: SILENCE,
    bodyTimeout: SILENCE,
    pipelining: 0,
  });
  return {
    async get(url, more, signal) {
      let at = url;
      for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
        if (at.protocol !== 'https:') throw leadsAway(at);
        network.checkOnline();
        const response = await agent.request({
          origin: at.origin,
          path: `${at.pathname}${at.search}`,
          method: 'GET',
          headers: { ...headers, ...more },
          signal,
        });
        const next = redirectOf(response, at);
        if (next === null) {
          checkStatus(response);
          return response;
        }
        discard(response);
        at = next;
      }
      throw leadsAway(at);
    },
    close: () => agent.destroy(),
  };
}

/** Returns the target of a redirect; null if the response is not a redirect. */
function redirectOf({ statusCode, headers }: Dispatcher.ResponseData, at: URL): URL | null {
  const { location } = headers;
  const isElsewhere = [301, 302, 303, 307, 308].includes(statusCode);
  if (!isElsewhere || typeof location !== 'string') return null;
  return URL.parse(location, at.href);
}

/** Discards a response without reading it. Ignores the error that destroying the body causes. */
export function discard({ body }: Dispatcher.ResponseData): void {
  body.on('error', () => {}).destroy();
}

function checkStatus(response: Dispatcher.ResponseData): void {
  const { statusCode } = response;
  if (statusCode === 200 || statusCode === 206) return;
  discard(response);
  if (statusCode === 404 || statusCode === 410) {
    throw missing(statusCode);
  }
  throw unreached(`HTTP status ${statusCode}`);
}
