import { Agent, Client, type Dispatcher } from 'undici';
import type { Clock } from '#electron/base/clock.ts';
import { placeOf } from '#electron/adapters/network/connect.ts';
import { ConnectFailure } from '#electron/adapters/network/failure.ts';
import { limit, type Limit } from '../../base/limit.ts';
import type { Network } from '#electron/adapters/network/network.ts';
import { longestAnswer } from '#shared/limits.ts';
import { causeText } from '#shared/problem.ts';
import { openBody, type OpenBody } from './multipart.ts';
import {
  TransportFailure,
  type RawResponse,
  type Transport,
  type WireRequest,
} from './transport.ts';

/** Time limits in ms. */
export interface Timeouts {
  /** For the DNS lookup, the connection and the TLS handshake. */
  readonly connectMs: number;
  /** From the end of the handshake to the response headers; longer for a large request body. */
  readonly headersMs: number;
  /** From the headers to the end of the response body. */
  readonly bodyMs: number;
}

export const defaultTimeouts: Timeouts = { connectMs: 10_000, headersMs: 60_000, bodyMs: 60_000 };

/** Minimum upload speed in bytes per second; a slower upload times out. */
const slowestUpload = 32 * 1024;

/**
 * Creates a transport over HTTP/1.1 with undici. Chromium's network stack is not used, because it
 * silently repeats a POST when an open connection breaks. The transport never retries or follows
 * redirects. It implements its own timeouts: undici's timeouts don't limit a response that arrives
 * slowly byte by byte, and undici ignores an abort while connecting.
 */
export function undiciTransport(parts: {
  readonly clock: Clock;
  readonly random: () => number;
  readonly timeouts: Timeouts;
  readonly network: Network;
}): Transport {
  const { clock, random, timeouts, network } = parts;
  const closing = new AbortController();
  const pool = new Agent({
    ...plainHttp,
    connect: network.connector(timeouts.connectMs, closing.signal),
  });

  return {
    async send(request) {
      const body = await openBody(request.body, random);
      const within = limit(clock, request.signal);
      try {
        if (request.connection === 'fresh') {
          return await sendFresh(network, request, body, within, timeouts);
        }
        // undici doesn't check for offline mode when it reuses an open connection
        network.checkOnline();
        within.within(timeouts.connectMs + headersTime(body, timeouts));
        return await exchange(pool, request, body, within, timeouts);
      } catch (error) {
        throw error instanceof ConnectFailure ? unsent(error) : error;
      } finally {
        within.close();
        await body.close();
      }
    },
    async close() {
      closing.abort();
      await pool.destroy();
    },
  };
}

const plainHttp = { allowH2: false, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 } as const;

function headersTime(body: OpenBody, timeouts: Timeouts): number {
  return timeouts.headersMs + (body.length / slowestUpload) * 1000;
}

/**
 * Converts a connection error. No byte of the request was sent, not even to a proxy, because a
 * tunnel through the proxy is opened before the request is sent.
 */
function unsent(failure: ConnectFailure): TransportFailure {
  return new TransportFailure(reasons[failure.reason], false, failure.message, failure);
}

const reasons = {
  name: 'connect',
  connection: 'connect',
  inside: 'connect',
  certificate: 'certificate',
  'proxy-unreached': 'proxy',
  'proxy-refused': 'proxy',
  'proxy-authentication': 'proxy',
  offline: 'offline',
  timeout: 'timeout',
  aborted: 'aborted',
} as const satisfies Record<ConnectFailure['reason'], TransportFailure['reason']>;

async function sendFresh(
  network: Network,
  request: WireRequest,
  body: OpenBody,
  within: Limit,
  timeouts: Timeouts,
): Promise<RawResponse> {
  const url = new URL(request.url);
  within.within(timeouts.connectMs);
  const socket = await network.open(placeOf(url), within, timeouts.connectMs);
  let client: Client;
  try {
    if (within.ended() !== null || socket.readyState !== 'open') {
      const reason = within.ended() ?? 'connect';
      throw new TransportFailure(reason, false, 'the connection ended before it was used');
    }
    let given = false;
    client = new Client(url.origin, {
      ...plainHttp,
      connect: (_options, callback) => {
        // undici would reconnect if this connection died, but the request must use only this connection
        if (given) return callback(new Error('the connection ended'), null);
        given = true;
        queueMicrotask(() => callback(null, socket));
      },
    });
    request.beforeFirstByte?.();
  } catch (error) {
    socket.destroy();
    throw error;
  }
  try {
    within.within(headersTime(body, timeouts));
    return await exchange(client, request, body, within, timeouts);
  } finally {
    await client.destroy();
    socket.destroy();
  }
}

async function exchange(
  dispatcher: Dispatcher,
  request: WireRequest,
  body: OpenBody,
  within: Limit,
  timeouts: Timeouts,
): Promise<RawResponse> {
  const url = new URL(request.url);
  try {
    const response = await within.race(
      dispatcher.request({
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method: request.method,
        headers: {
          ...request.headers,
          ...body.headers,
          ...(body.content === null ? {} : { 'content-length': String(body.length) }),
        },
        body: body.content,
        signal: within.signal,
        reset: request.connection === 'fresh',
      }),
    );
    within.within(timeouts.bodyMs);
    const bytes = await within.race(collect(response.body));
    return { status: response.statusCode, headers: firstOfEach(response.headers), body: bytes };
  } catch (error) {
    throw exchangeFailure(error, body, within);
  }
}

function exchangeFailure(error: unknown, body: OpenBody, within: Limit): TransportFailure {
  const file = body.failure();
  if (file !== null) return file;
  if (error instanceof TransportFailure) return error;
  if (error instanceof ConnectFailure) return unsent(error);
  const ended = within.ended();
  if (ended === 'timeout') return new TransportFailure('timeout', true, 'no answer in time');
  if (ended === 'aborted') return new TransportFailure('aborted', true, 'aborted');
  return new TransportFailure('broken', true, causeText(error), error);
}

async function collect(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body) {
    length += piece.length;
    if (length > longestAnswer) {
      throw new TransportFailure('too-large', true, `more than ${longestAnswer} bytes`);
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function firstOfEach(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const first: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const one = Array.isArray(value) ? value[0] : value;
    if (one !== undefined) first[name] = one;
  }
  return first;
}
