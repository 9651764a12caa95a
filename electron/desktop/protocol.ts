import { protocol } from 'electron';
import { readFile } from 'node:fs/promises';
import type { Outcome } from '#shared/problem.ts';
import { guardHeaders, type Screens } from '../handlers/screens.ts';
import { MEDIA_SCHEME, ORIGIN, PAGE_SCHEME } from './places.ts';

/** Finds a picture by its path of ledger ids, such as `photo/12/512`. */
export type FindMedia = (
  path: string,
  signal: AbortSignal,
) => Promise<Outcome<{ readonly file: string; readonly type: string }>>;

/** Makes the two schemes what a page needs; before the app is ready, or Electron refuses. */
export function registerSchemes(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: PAGE_SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
    {
      scheme: MEDIA_SCHEME,
      privileges: {
        standard: true,
        secure: true,
        supportFetchAPI: true,
        corsEnabled: true,
        stream: true,
      },
    },
  ]);
}

/** Serves the built screens and the pictures. An address that is not written plainly is not there. */
export function serveSchemes(screens: Screens, findMedia: FindMedia): void {
  const headers = guardHeaders({ pictures: `${MEDIA_SCHEME}:` });

  protocol.handle(PAGE_SCHEME, ({ url, method }) => {
    const screen = screens.get(plainPath(url, `${ORIGIN}/`) ?? '');
    if (method !== 'GET' || screen === undefined) return nothing();
    const { body, type } = screen;
    return new Response(new Uint8Array(body), { headers: { ...headers, 'content-type': type } });
  });

  protocol.handle(MEDIA_SCHEME, async (request: Request & { initiatorOrigin?: string | null }) => {
    const { url, method, initiatorOrigin = ORIGIN } = request;
    const path = plainPath(url, `${MEDIA_SCHEME}://media/`);
    if (method !== 'GET' || initiatorOrigin !== ORIGIN || path === null) return nothing();
    const found = await findMedia(path.slice(1), request.signal);
    if (!found.ok) return nothing();
    const picture = await readFile(found.value.file).catch(() => null);
    if (picture === null) return nothing();
    return new Response(new Uint8Array(picture), {
      headers: {
        'content-type': found.value.type,
        // another ledger has other photos under the same ids
        'cache-control': 'no-store',
        'access-control-allow-origin': ORIGIN,
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      },
    });
  });
}

/** The path behind the one right host; null for another host and for anything that hides a path. */
function plainPath(url: string, beginning: string): string | null {
  const [address = ''] = url.split(/[?#]/);
  if (!address.startsWith(beginning)) return null;
  const path = address.slice(beginning.length - 1);
  return /^(\/|(\/[\w~@+-][\w.~@+-]*)+)$/.test(path) ? path : null;
}

function nothing(): Response {
  return new Response(null, { status: 404 });
}
