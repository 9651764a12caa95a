import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The decision on a request. */
export type Decision =
  /** A file of the screens, which is public, or a picture for a signed-in page. */
  | { readonly kind: 'allowed'; readonly path: string }
  /** The page uploads a photo. */
  | { readonly kind: 'photo' }
  /** The token is valid: the page in the answer is signed in. */
  | { readonly kind: 'sign-in'; readonly cookie: string; readonly session: string }
  /** A page checks whether it is still signed in. */
  | { readonly kind: 'session'; readonly isSignedIn: boolean }
  | { readonly kind: 'refused'; readonly status: 400 | 403 | 404 | 405 };

type Request = Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'headersDistinct'>;

/** A URL that signs in one page, once. */
export interface SignInLink {
  readonly address: string;
  /** Invalidates the URL. */
  end(): void;
}

export interface Authenticator {
  /** Host names with port that a request may use. */
  readonly hosts: readonly string[];
  /** Creates a URL that signs in one page; calls `onUsed` when a page has used it. */
  signInLink(onUsed?: () => void): SignInLink;
  /** Checks a request for a page or a picture. */
  check(request: Request): Decision;
  /** Checks the request for a WebSocket, which a page of another program could also send. */
  checkSocket(request: Request): Extract<Decision, { readonly kind: 'allowed' | 'refused' }>;
}

/** Prefix of picture paths, followed by the media secret of the page. */
export const MEDIA = '/media/';
/** Path for uploading a photo. */
const PHOTOS = '/photos';
/** Path where a page checks whether it is still signed in. */
const SESSION = '/session';
/** Header with the page secret, for requests that can have custom headers. */
const SESSION_HEADER = 'x-darkslide-session';
/** Bytes of a token; 256 bits cannot be guessed. */
const SECRET_BYTES = 32;

/**
 * Authenticates requests to the page on 127.0.0.1 (F75). Every program and every web page on this computer can send
 * requests here, and the name of another site can be made to resolve to this host (DNS rebinding). The screens are
 * public, because they are the same in every package. Everything else needs two secrets, which are created at each
 * start: a cookie, which scripts cannot read but which browsers send to every port of this host, and a secret that only
 * the page holds. The page receives both in the answer to a token that works once. Picture URLs contain a third secret,
 * which is not valid for a WebSocket. `secret` returns the given number of random bytes.
 */
export function createAuthenticator(
  port: number,
  secret: (bytes: number) => Buffer,
): Authenticator {
  const text = () => secret(SECRET_BYTES).toString('base64url');
  const cookieSecret = text();
  const pageSecret = text();
  const mediaSecret = text();
  // Contains the port, because browsers share cookies between all ports of a host.
  const cookieName = `darkslide-${port}`;
  const tokens = new Map<string, () => void>();
  const hosts = ['127.0.0.1', 'localhost'].map((name) => new URL(`http://${name}:${port}`).host);
  const [home = ''] = hosts;

  const isForThisHost = ({ headers, headersDistinct }: Request): boolean => {
    if (headersDistinct['host']?.length !== 1 || !hosts.includes(headers.host ?? '')) return false;
    return headers.origin === undefined || headers.origin === `http://${headers.host}`;
  };
  const hasCookie = ({ headers }: Request): boolean =>
    (headers.cookie ?? '').split(';').some((pair) => {
      const at = pair.indexOf('=');
      return (
        pair.slice(0, at).trim() === cookieName && isSame(pair.slice(at + 1).trim(), cookieSecret)
      );
    });
  const isSignedIn = (request: Request): boolean => {
    const given = request.headers[SESSION_HEADER];
    return hasCookie(request) && typeof given === 'string' && isSame(given, pageSecret);
  };
  const takesToken = (given: string): boolean => {
    for (const [token, onUsed] of tokens) {
      if (!isSame(given, token)) continue;
      tokens.delete(token);
      onUsed();
      return true;
    }
    return false;
  };
  /** Returns a picture's path without the secret in it; null if the secret is wrong. */
  const mediaPath = (request: Request, path: string): string | null => {
    const [given = '', ...rest] = path.slice(MEDIA.length).split('/');
    return hasCookie(request) && isSame(given, mediaSecret) ? `${MEDIA}${rest.join('/')}` : null;
  };

  return {
    hosts,
    signInLink(onUsed = () => {}) {
      const token = text();
      tokens.set(token, onUsed);
      return { address: `http://${home}/?token=${token}`, end: () => tokens.delete(token) };
    },
    check(request) {
      if (!isForThisHost(request) || isCrossSite(request)) return refused(403);
      if (isPhoto(request)) {
        // Every browser sends the origin of the page with this request, so a request without an origin is refused.
        const isOurs = request.headers.origin !== undefined && isSignedIn(request);
        return isOurs ? { kind: 'photo' } : refused(403);
      }
      if (request.method !== 'GET' && request.method !== 'HEAD') return refused(405);
      if (hasBody(request)) return refused(400);
      const target = request.url ?? '';
      const path = plainPath(target);
      if (path === null) return refused(404);
      if (path === SESSION) return { kind: 'session', isSignedIn: isSignedIn(request) };
      if (path.startsWith(MEDIA)) {
        const picture = mediaPath(request, path);
        return picture === null ? refused(403) : { kind: 'allowed', path: picture };
      }
      const given = path === '/' ? new URLSearchParams(target.slice(2)).get('token') : null;
      if (given === null || request.method === 'HEAD' || !takesToken(given)) {
        return { kind: 'allowed', path };
      }
      const cookie = `${cookieName}=${cookieSecret}; Path=/; HttpOnly; SameSite=Strict`;
      return { kind: 'sign-in', cookie, session: `${pageSecret}.${mediaSecret}` };
    },
    checkSocket(request) {
      // Every browser sends the origin of the page with this request, so a request without an origin is refused.
      if (!isForThisHost(request) || request.headers.origin === undefined) return refused(403);
      // A page cannot set headers of a WebSocket request, but it can set protocol names.
      const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',');
      const isOurs = offered.some((name) => isSame(name.trim(), pageSecret));
      if (!isOurs || !hasCookie(request)) return refused(403);
      const path = plainPath(request.url ?? '');
      return path === null ? refused(404) : { kind: 'allowed', path };
    },
  };
}

function refused<S extends 400 | 403 | 404 | 405>(status: S) {
  return { kind: 'refused', status } as const;
}

/** Compares two secrets in constant time. */
function isSame(given: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(right));
}

/**
 * Returns whether a page of another site or port sent this request. Links to our page are allowed, because the linking
 * page cannot read the answer. Older browsers do not send this header.
 */
function isCrossSite({ headers }: Request): boolean {
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return false;
  return headers['sec-fetch-mode'] !== 'navigate' || headers['sec-fetch-dest'] !== 'document';
}

/** Returns whether the request uploads a photo, the only upload of a page. */
function isPhoto({ method, url }: Request): boolean {
  return method === 'POST' && plainPath(url ?? '') === PHOTOS;
}

/** Returns whether the request has a body, which the server does not read. */
function hasBody({ headers }: Request): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/** Returns the path without the query; null if the path contains escapes or dots. */
function plainPath(target: string): string | null {
  const path = target.split('?')[0] ?? '';
  const isPlain = /^(\/|(\/[\w~@+-][\w.~@+-]*)+)$/.test(path);
  return isPlain ? path : null;
}
