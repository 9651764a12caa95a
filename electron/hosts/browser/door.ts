import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What the door makes of a request. */
export type Verdict =
  /** A file of the screens, which anybody may read, or a picture for a page that is signed in. */
  | { readonly kind: 'in'; readonly path: string }
  /** The page hands over a photo. */
  | { readonly kind: 'photo' }
  /** The token was right: the page that answers is signed in. */
  | { readonly kind: 'enter'; readonly cookie: string; readonly session: string }
  /** A page asks whether it is still signed in. */
  | { readonly kind: 'asked'; readonly isSignedIn: boolean }
  | { readonly kind: 'refused'; readonly status: 400 | 403 | 404 | 405 };

type Request = Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'headersDistinct'>;

/** An address that signs one page in, once. */
export interface WayIn {
  readonly address: string;
  /** Makes the address worthless. */
  end(): void;
}

export interface Door {
  /** What the host may be called, with its port. */
  readonly hosts: readonly string[];
  /** Makes an address that opens once; `onUsed` is called when a page used it. */
  wayIn(onUsed?: () => void): WayIn;
  /** Judges a request for a page or a picture. */
  judge(request: Request): Verdict;
  /** Judges the request for a WebSocket, which a page of another program may make as well. */
  judgeSocket(request: Request): Extract<Verdict, { readonly kind: 'in' | 'refused' }>;
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
 * The door of the page on 127.0.0.1 (F75). Every program and every page in a browser of this computer
 * can knock, and a name of a foreign page can be made to lead here (DNS rebinding). Everybody may read
 * the screens, which are the same in every package. Everything else needs two secrets of this start:
 * a cookie, which scripts cannot read but which browsers send to every port of this host, and a secret
 * that only the page holds. The page gets both in the answer to a token that opens once. Pictures
 * carry a secret of their own in their address, which opens no WebSocket. `secret` gives that many
 * unguessable bytes.
 */
export function createDoor(port: number, secret: (bytes: number) => Buffer): Door {
  const text = () => secret(SECRET_BYTES).toString('base64url');
  const pass = text();
  const pageSecret = text();
  const mediaSecret = text();
  // browsers keep one jar for all ports of a host
  const cookieName = `darkslide-${port}`;
  const tokens = new Map<string, () => void>();
  const hosts = ['127.0.0.1', 'localhost'].map((name) => new URL(`http://${name}:${port}`).host);
  const [home = ''] = hosts;

  const isHere = ({ headers, headersDistinct }: Request): boolean => {
    if (headersDistinct['host']?.length !== 1 || !hosts.includes(headers.host ?? '')) return false;
    return headers.origin === undefined || headers.origin === `http://${headers.host}`;
  };
  const hasPass = ({ headers }: Request): boolean =>
    (headers.cookie ?? '').split(';').some((pair) => {
      const at = pair.indexOf('=');
      return pair.slice(0, at).trim() === cookieName && isSame(pair.slice(at + 1).trim(), pass);
    });
  const isSignedIn = (request: Request): boolean => {
    const given = request.headers[SESSION_HEADER];
    return hasPass(request) && typeof given === 'string' && isSame(given, pageSecret);
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
  /** A picture's path without the secret in it; null for who does not know that. */
  const mediaPath = (request: Request, path: string): string | null => {
    const [given = '', ...rest] = path.slice(MEDIA.length).split('/');
    return hasPass(request) && isSame(given, mediaSecret) ? `${MEDIA}${rest.join('/')}` : null;
  };

  return {
    hosts,
    wayIn(onUsed = () => {}) {
      const token = text();
      tokens.set(token, onUsed);
      return { address: `http://${home}/?token=${token}`, end: () => tokens.delete(token) };
    },
    judge(request) {
      if (!isHere(request) || isFromElsewhere(request)) return refused(403);
      if (isOfPhoto(request)) {
        // every browser names the page that sends
        const isOurs = request.headers.origin !== undefined && isSignedIn(request);
        return isOurs ? { kind: 'photo' } : refused(403);
      }
      if (request.method !== 'GET' && request.method !== 'HEAD') return refused(405);
      if (hasBody(request)) return refused(400);
      const target = request.url ?? '';
      const path = plainPath(target);
      if (path === null) return refused(404);
      if (path === SESSION) return { kind: 'asked', isSignedIn: isSignedIn(request) };
      if (path.startsWith(MEDIA)) {
        const picture = mediaPath(request, path);
        return picture === null ? refused(403) : { kind: 'in', path: picture };
      }
      const given = path === '/' ? new URLSearchParams(target.slice(2)).get('token') : null;
      if (given === null || request.method === 'HEAD' || !takesToken(given)) {
        return { kind: 'in', path };
      }
      const cookie = `${cookieName}=${pass}; Path=/; HttpOnly; SameSite=Strict`;
      return { kind: 'enter', cookie, session: `${pageSecret}.${mediaSecret}` };
    },
    judgeSocket(request) {
      // every browser names the page that asks
      if (!isHere(request) || request.headers.origin === undefined) return refused(403);
      // a page cannot give a WebSocket headers, but names of protocols
      const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',');
      const isOurs = offered.some((name) => isSame(name.trim(), pageSecret));
      if (!isOurs || !hasPass(request)) return refused(403);
      const path = plainPath(request.url ?? '');
      return path === null ? refused(404) : { kind: 'in', path };
    },
  };
}

function refused<S extends 400 | 403 | 404 | 405>(status: S) {
  return { kind: 'refused', status } as const;
}

/** Compares in a time that tells nothing of where two texts differ. */
function isSame(given: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(right));
}

/**
 * Whether a page of another site or of another port put this request into its own; to be opened from
 * there as a page is allowed, and shows nothing to who opened it. Older browsers do not say.
 */
function isFromElsewhere({ headers }: Request): boolean {
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return false;
  return headers['sec-fetch-mode'] !== 'navigate' || headers['sec-fetch-dest'] !== 'document';
}

/** A photo is all that a page sends. */
function isOfPhoto({ method, url }: Request): boolean {
  return method === 'POST' && plainPath(url ?? '') === PHOTOS;
}

/** What is not read cannot be too much. */
function hasBody({ headers }: Request): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/** The path without its query; null for one that is not written in the plainest way. */
function plainPath(target: string): string | null {
  const path = target.split('?')[0] ?? '';
  const isPlain = /^(\/|(\/[\w~@+-][\w.~@+-]*)+)$/.test(path);
  return isPlain ? path : null;
}
