import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What comes in from a browser, and what does not. */
export type Verdict =
  | { readonly kind: 'in'; readonly path: string }
  /** The page hands over a photo. */
  | { readonly kind: 'photo' }
  /** The token was right: from now on the cookie opens. */
  | { readonly kind: 'enter'; readonly cookie: string }
  | { readonly kind: 'refused'; readonly status: 400 | 403 | 404 | 405 };

type Request = Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'headersDistinct'>;

export interface Door {
  /** What the host may be called, with its port. */
  readonly hosts: readonly string[];
  /** The address to open, for as long as this start lasts. */
  readonly address: string;
  /** An address that opens once, for the command line of a browser, which others can read. */
  addressForOnce(): string;
  /** Judges a request for a page or a picture. */
  judge(request: Request): Verdict;
  /** Judges the request for a WebSocket, which a page of another program may make as well. */
  judgeSocket(request: Request): Exclude<Verdict, { readonly kind: 'enter' | 'photo' }>;
}

/** The path that a photo is sent to. */
const PHOTOS = '/photos';
/** Bytes of a token; 256 bits cannot be guessed. */
const SECRET_BYTES = 32;

/**
 * The door of the page on 127.0.0.1 (F75). Every program and every page in a browser of this computer
 * can knock, and a name of a foreign page can be made to lead here (DNS rebinding). Who comes in holds
 * the token of this start, or the cookie it was exchanged for, and asks for this very host from a page
 * of this very host. `secret` gives that many unguessable bytes.
 */
export function createDoor(port: number, secret: (bytes: number) => Buffer): Door {
  const text = () => secret(SECRET_BYTES).toString('base64url');
  const token = text();
  const pass = text();
  // browsers keep one jar for all ports of a host
  const cookieName = `darkslide-${port}`;
  const once = new Set<string>();
  const hosts = ['127.0.0.1', 'localhost'].map((name) => new URL(`http://${name}:${port}`).host);
  const [home = ''] = hosts;
  const addressWith = (key: string) => `http://${home}/?token=${key}`;

  const isHere = ({ headers, headersDistinct }: Request): boolean => {
    if (headersDistinct['host']?.length !== 1 || !hosts.includes(headers.host ?? '')) return false;
    return headers.origin === undefined || headers.origin === `http://${headers.host}`;
  };
  const hasPass = ({ headers }: Request): boolean =>
    (headers.cookie ?? '').split(';').some((pair) => {
      const at = pair.indexOf('=');
      return pair.slice(0, at).trim() === cookieName && isSame(pair.slice(at + 1).trim(), pass);
    });
  const takesToken = (given: string): boolean => {
    for (const key of once) {
      if (isSame(given, key)) return once.delete(key);
    }
    return isSame(given, token);
  };

  return {
    hosts,
    address: addressWith(token),
    addressForOnce() {
      const key = text();
      once.add(key);
      return addressWith(key);
    },
    judge(request) {
      if (!isHere(request) || isFromElsewhere(request)) return refused(403);
      if (isOfPhoto(request)) {
        // every browser names the page that sends
        const isOurs = request.headers.origin !== undefined && hasPass(request);
        return isOurs ? { kind: 'photo' } : refused(403);
      }
      if (request.method !== 'GET' && request.method !== 'HEAD') return refused(405);
      if (hasBody(request)) return refused(400);
      const target = request.url ?? '';
      const given = target.startsWith('/?') ? new URLSearchParams(target.slice(2)) : null;
      if (given?.has('token') === true) {
        if (!takesToken(given.get('token') ?? '')) return refused(403);
        const cookie = `${cookieName}=${pass}; Path=/; HttpOnly; SameSite=Strict`;
        return { kind: 'enter', cookie };
      }
      if (!hasPass(request)) return refused(403);
      const path = plainPath(target);
      return path === null ? refused(404) : { kind: 'in', path };
    },
    judgeSocket(request) {
      // every browser names the page that asks
      if (!isHere(request) || request.headers.origin === undefined) return refused(403);
      if (!hasPass(request)) return refused(403);
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
