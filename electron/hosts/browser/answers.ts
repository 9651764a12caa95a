import type { FileHandle } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { largestPhoto, openRegular } from '../../base/regular-file.ts';
import type { FindMedia, Media } from '../../app/pictures/media.ts';
import { guardHeaders, type ScreenFile } from '../contract/screens.ts';

/** Cache-Control for URLs that contain a hash of their content, which therefore never changes. */
const FOR_EVER = 'private, max-age=31536000, immutable';
/**
 * Cache-Control for everything else, such as pictures by ID: another service's ledger has other photos under the same
 * IDs.
 */
const ASK_AGAIN = 'private, no-cache';

/** Name of the tag that holds the page's secrets (`renderer/data/connection/session.svelte.ts`). */
const SESSION_TAG = 'darkslide-session';

const words: Readonly<Record<number, string>> = {
  400: 'Darkslide did not understand this request.',
  403: 'This page is not signed in. Open the address that Darkslide shows in its terminal.',
  404: 'Page not found.',
  405: 'This method is not supported.',
  500: 'Something went wrong in Darkslide.',
};

/** Sets the headers that all answers have, including refusals. */
export function guard(response: ServerResponse, hosts: readonly string[]): void {
  const headers = guardHeaders({ talk: hosts.map((host) => `ws://${host}`).join(' ') });
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

/** Refuses a request without revealing which paths exist. */
export function refuse(response: ServerResponse, status: 400 | 403 | 404 | 405 | 500): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    // Closes the connection after this answer.
    connection: 'close',
    ...(status === 405 ? { allow: 'GET, HEAD' } : {}),
  });
  response.end(`${words[status]}\n`);
}

/**
 * Sends the page after sign-in, with the secrets that only this page holds. Not a redirect, because a browser that
 * opened the sign-in file would not send the new cookie with the redirected request.
 */
export function sendSignedIn(
  response: ServerResponse,
  { body, type }: ScreenFile,
  { cookie, session }: { readonly cookie: string; readonly session: string },
): void {
  const tag = `<meta name="${SESSION_TAG}" content="${session}" />`;
  const page = body.toString().replace('</head>', `${tag}</head>`);
  response.writeHead(200, {
    'content-type': type,
    'set-cookie': cookie,
    'cache-control': 'no-store',
  });
  response.end(page);
}

/** Sends whether the page is still signed in. */
export function sendSession(response: ServerResponse, isSignedIn: boolean): void {
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });
  response.end(JSON.stringify({ isSignedIn }));
}

export function sendScreen(
  { headers }: IncomingMessage,
  response: ServerResponse,
  { body, type, etag, isHashed }: ScreenFile,
): void {
  const keep = { etag, 'cache-control': isHashed ? FOR_EVER : ASK_AGAIN };
  if (headers['if-none-match'] === etag) {
    response.writeHead(304, keep);
    response.end();
    return;
  }
  response.writeHead(200, { ...keep, 'content-type': type, 'content-length': body.length });
  response.end(body);
}

/** Sends a picture by its ledger IDs, or a plain 404. */
export async function sendMedia(
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  path: string,
  find: FindMedia,
): Promise<void> {
  const left = new AbortController();
  response.once('close', () => left.abort());
  const found = await find(path, left.signal);
  if (left.signal.aborted) return;
  const opened = found.ok ? await openMedia(found.value, left.signal) : null;
  if (!found.ok || opened === null) return refuse(response, 404);
  await using picture = opened;
  const { type, isForEver, saveAs } = found.value;
  const keep = {
    etag: picture.etag,
    'cache-control': isForEver ? FOR_EVER : ASK_AGAIN,
    ...(saveAs === undefined ? {} : { 'content-disposition': attachment(saveAs) }),
  };
  if (headers['if-none-match'] === picture.etag) {
    response.writeHead(304, keep);
    response.end();
    return;
  }
  response.writeHead(200, { ...keep, 'content-type': type, 'content-length': picture.bytes });
  if (method === 'HEAD') {
    response.end();
    return;
  }
  // If the client disconnects or the file disappears, only this answer ends.
  const { handle, start, bytes } = picture;
  const content = handle.createReadStream({ start, end: start + bytes - 1, autoClose: false });
  await pipeline(content, response).catch(() => response.destroy());
}

/** Returns the Content-Disposition header, with the name encoded as in RFC 8187. */
function attachment(name: string): string {
  const hex = (char: string) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
  return `attachment; filename*=UTF-8''${encodeURIComponent(name).replace(/[!'()*]/g, hex)}`;
}

/** A picture to send: an open file and the part of it to send. The file is closed on dispose. */
interface OpenMedia extends NonNullable<Media['part']>, AsyncDisposable {
  readonly handle: FileHandle;
  readonly etag: string;
}

async function openMedia(
  { file: path, part }: Media,
  signal: AbortSignal,
): Promise<OpenMedia | null> {
  try {
    const handle = await openRegular(path, { most: largestPhoto, signal });
    const { size, mtimeMs } = await handle.stat();
    const { start, bytes } = part ?? { start: 0, bytes: size };
    // encoded, because a header can't contain every character of a name
    const name = encodeURIComponent(basename(path).toWellFormed());
    const etag = `"${name}-${start}-${bytes}-${Math.round(mtimeMs)}"`;
    const close = () => handle.close();
    if (bytes > 0 && start + bytes <= size) {
      return { handle, start, bytes, etag, [Symbol.asyncDispose]: close };
    }
    await close();
    return null;
  } catch {
    return null;
  }
}
