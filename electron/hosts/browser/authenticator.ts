import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What may be answered to a request. */
export type Decision =
  /** A file of the screens, which anybody may read, or a picture for a page that is signed in. */
  | { readonly kind: 'allowed'; readonly path: string }
  /** The page sends a photo. */
  | { readonly kind: 'photo' }
  /** The token is right: the page in the answer is signed in. */
  | { readonly kind: 'sign-in'; readonly cookie: string; readonly session: string }
  /** A page asks whether it is still signed in. */
  | { readonly kind: 'session'; readonly isSignedIn: boolean }
  | { readonly kind: 'refused'; readonly status: 400 | 403 | 404 | 405 };

type Request = Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'headersDistinct'>;

/** An address that signs in one page, once. */
export interface SignInLink {
  readonly address: string;
  /** Makes the address worthless. */
  end(): void;
}

export interface Authenticator {
  /** The names that a request may give to this host, with its port. */
  readonly hosts: readonly string[];
  /** Makes an address that works once; `onUsed` is called when a page has used it. */
  signInLink(onUsed?: () => void): SignInLink;
  /** Checks a request for a page or a picture. */
  check(request: Request): Decision;
  /** Checks the request for a WebSocket, which a page of another program may make as well. */
  checkSocket(request: Request): Extract<Decision, { readonly kind: 'allowed' | 'refused' }>;
}

/** What pictures begin with; the media secret of the page follows. */
export const MEDIA = '/media/';
/** The path that a photo is sent to. */
const PHOTOS = '/photos';
/** The path where a page asks whether it is still signed in. */
const SESSION = '/session';
/** Carries the secret of the page where a request can have headers of its own. */
const SESSION_HEADER = 'x-darkslide-session';
/** Bytes of a token; 256 bits cannot be guessed. */
const SECRET_BYTES = 32;

/**
 * Authenticates requests to the page on 127.0.0.1 (F75). Every program and every web page on this computer
 * can send requests here, and another site's name can be made to resolve to this host (DNS rebinding).
 * Anybody may read the screens, which are the same in every package. Everything else needs two secrets of
 * this start: a cookie, which scripts cannot read but which browsers send to every port of this host, and
 * a secret that only the page holds. The page gets both in the answer to a token that works once. Pictures
 * carry a secret of their own in their address, which opens no WebSocket. `secret` returns that many
 * random bytes.
 */
export function createAuthenticator(
  port: number,
  secret: (bytes: number) => Buffer,
): Authenticator {
  const text = () => secret(SECRET_BYTES).toString('base64url');
  const cookieSecret = text();
  const pageSecret = text();
  const mediaSecret = text();
  // browsers keep one jar for all ports of a host
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
  /** Returns a picture's path without the secret in it; null when the secret is wrong. */
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
        // every browser names the page that sends
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
      // every browser names the page that asks
      if (!isForThisHost(request) || request.headers.origin === undefined) return refused(403);
      // a page cannot give a WebSocket headers, but names of protocols
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

/** Compares in constant time. */
function isSame(given: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(right));
}

/**
 * Whether a page of another site or port makes this request. A link from there to the page is allowed,
 * because that page sees nothing of the answer. Older browsers do not say.
 */
function isCrossSite({ headers }: Request): boolean {
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return false;
  return headers['sec-fetch-mode'] !== 'navigate' || headers['sec-fetch-dest'] !== 'document';
}

/** Whether the request sends a photo, the only thing that a page sends. */
function isPhoto({ method, url }: Request): boolean {
  return method === 'POST' && plainPath(url ?? '') === PHOTOS;
}

/** Whether the request has a body, which nothing here reads. */
function hasBody({ headers }: Request): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/** Returns the path without its query; null for a path with escapes or dots in it. */
function plainPath(target: string): string | null {
  const path = target.split('?')[0] ?? '';
  const isPlain = /^(\/|(\/[\w~@+-][\w.~@+-]*)+)$/.test(path);
  return isPlain ? path : null;
}
