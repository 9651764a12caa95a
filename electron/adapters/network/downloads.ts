import { Agent, type Dispatcher } from 'undici';
import type { Clock } from '#electron/base/clock.ts';
import { placeOf, type Place } from './connect.ts';
import type { Network } from './network.ts';

/** Kinds of files that are downloaded from an address of the service. */
export type DownloadKind = 'image' | 'psd' | 'preview';

/** Limits of a download: size in bytes and times in ms. */
export interface DownloadLimit {
  readonly bytes: number;
  /** Until the response headers arrive. */
  readonly headers: number;
  /** Between two chunks of the body. */
  readonly idle: number;
  /** For the entire download, including redirects. */
  readonly whole: number;
}

export type DownloadLimits = Readonly<Record<DownloadKind, DownloadLimit>>;

/**
 * Limits for each kind of file. A longer file cannot be the requested one; for comparison, the service accepts up to
 * 10 MB for a custom scene.
 */
export const downloadLimits: DownloadLimits = {
  image: { bytes: 512 * 2 ** 20, headers: 60_000, idle: 60_000, whole: 15 * 60_000 },
  psd: { bytes: 4 * 2 ** 30, headers: 60_000, idle: 60_000, whole: 2 * 3_600_000 },
  preview: { bytes: 12_000_000, headers: 15_000, idle: 10_000, whole: 30_000 },
};

/** Time limit in ms for opening a connection. */
const CONNECT = 15_000;
/** Maximum number of redirects that a download follows. */
const MOST_REDIRECTS = 3;
/** Maximum number of bytes of a redirect's body that are read so that the connection can be reused. */
const REDIRECT_PAGE = 64 * 1024;

export interface DownloadRequest {
  readonly url: string;
  readonly kind: DownloadKind;
  /**
   * Number of bytes that were downloaded earlier, and the validator with which the server can prove
   * that they belong to this file.
   */
  readonly resume?: { readonly bytes: number; readonly validator: string } | null;
}

/**
 * A response whose body fails with a `DownloadFailure` if it is longer than its kind of file
 * allows.
 */
export interface DownloadAnswer {
  readonly statusCode: number;
  readonly headers: Dispatcher.ResponseData['headers'];
  readonly body: AsyncIterable<Buffer>;
}

/**
 * Downloads files from addresses that the service returned. No other code downloads from such
 * addresses.
 */
export interface Downloads {
  /**
   * GETs a file without sending the API key, and passes the response to `read`; any part of the
   * body that `read` does not consume is not downloaded. Only connects to public addresses, whether
   * an address is given directly, resolved from a name or reached by a redirect. If the service or
   * the previous address was encrypted, the next address must be encrypted. Addresses at the
   * service's own origin may also be in a local network. Rejects with a `DownloadFailure`, a
   * `ConnectFailure`, errors of undici and of `read`, or the reason of `signal`.
   */
  get<T>(
    request: DownloadRequest,
    signal: AbortSignal | undefined,
    read: (answer: DownloadAnswer) => Promise<T>,
  ): Promise<T>;
  close(): Promise<void>;
}

/** The reason why Darkslide itself ended a download. */
export class DownloadFailure extends Error {
  override readonly name = 'DownloadFailure';
  readonly reason: 'address' | 'not-encrypted' | 'redirects' | 'late' | 'too-large';

  constructor(reason: DownloadFailure['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Creates the downloads of one service; `origin` is the origin of its address. */
export function createDownloads(parts: {
  readonly network: Network;
  readonly origin: string;
  readonly clock: Clock;
  readonly limits?: DownloadLimits;
}): Downloads {
  const { network, clock, limits = downloadLimits } = parts;
  const service = new URL(parts.origin);
  const own = placeOf(service);
  const closing = new AbortController();
  const agent = new Agent({
    connect: network.connector(CONNECT, closing.signal, (place) =>
      isSame(place, own) ? 'anywhere' : 'public',
    ),
    allowH2: false,
  });

  return {
    async get({ url, kind, resume = null }, signal, read) {
      const most = limits[kind];
      const late = new AbortController();
      const done = new AbortController();
      void clock
        .sleep(most.whole, done.signal)
        .then(() => done.signal.aborted || late.abort(tooLate()));
      const either = AbortSignal.any([late.signal, ...(signal === undefined ? [] : [signal])]);
      try {
        network.checkOnline();
        const response = await follow(agent, service, { url, most, resume }, either);
        try {
          return await read(limited(response, most, resume));
        } finally {
          // undici reports an unread body as an error
          response.body.on('error', () => {}).destroy();
        }
      } catch (error) {
        throw late.signal.aborted && signal?.aborted !== true ? tooLate() : error;
      } finally {
        done.abort();
      }
    },
    close() {
      closing.abort();
      return agent.destroy();
    },
  };
}

interface RedirectRequest extends Pick<DownloadRequest, 'url' | 'resume'> {
  readonly most: DownloadLimit;
}

async function follow(
  agent: Agent,
  service: URL,
  { url, most, resume }: RedirectRequest,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  let at = allowed(url, service, null);
  for (let hop = 0; ; hop += 1) {
    const response = await agent.request({
      origin: at.origin,
      path: `${at.pathname}${at.search}`,
      method: 'GET',
      headers: {
        'accept-encoding': 'identity',
        ...(resume && { range: `bytes=${resume.bytes}-`, 'if-range': resume.validator }),
      },
      headersTimeout: most.headers,
      bodyTimeout: most.idle,
      signal,
    });
    if (![301, 302, 303, 307, 308].includes(response.statusCode)) return response;
    const { location } = response.headers;
    await response.body.dump({ limit: REDIRECT_PAGE });
    if (typeof location !== 'string')
      throw new DownloadFailure('redirects', 'a redirect without an address');
    if (hop === MOST_REDIRECTS) throw new DownloadFailure('redirects', 'too many redirects');
    at = allowed(location, service, at);
  }
}

/**
 * Returns the address if files may be downloaded from it; throws otherwise. `before`: the address
 * that redirected here.
 */
function allowed(text: string, service: URL, before: URL | null): URL {
  const url = URL.parse(text, before?.href);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new DownloadFailure('address', 'not a web address');
  }
  if (url.protocol === 'http:' && [service.protocol, before?.protocol].includes('https:')) {
    throw new DownloadFailure('not-encrypted', `${url.origin} is not encrypted`);
  }
  return url;
}

function isSame(one: Place, other: Place): boolean {
  return (
    one.protocol === other.protocol && one.hostname === other.hostname && one.port === other.port
  );
}

/**
 * Limits the length of the body. When a download is resumed, the server may answer with the
 * complete file (200) or only with the missing part (206).
 */
function limited(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  { bytes }: DownloadLimit,
  resume: DownloadRequest['resume'],
): DownloadAnswer {
  const room = bytes - (statusCode === 206 ? (resume?.bytes ?? 0) : 0);
  if (Number(headers['content-length'] ?? 0) > room) throw tooLarge(bytes);
  async function* pieces() {
    let left = room;
    for await (const piece of body as AsyncIterable<Buffer>) {
      left -= piece.length;
      if (left < 0) throw tooLarge(bytes);
      yield piece;
    }
  }
  return { statusCode, headers, body: pieces() };
}

function tooLarge(bytes: number): DownloadFailure {
  return new DownloadFailure('too-large', `more than ${bytes} bytes`);
}

function tooLate(): DownloadFailure {
  return new DownloadFailure('late', 'it took too long');
}
