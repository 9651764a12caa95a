import { protocol } from 'electron';
import { largestPhoto, openRegular, readRegular } from '../../base/regular-file.ts';
import type { FindMedia, Media } from '../../app/pictures/media.ts';
import { guardHeaders, pageWith, type Look, type Screens } from '../contract/screens.ts';
import { MEDIA_SCHEME, ORIGIN, PAGE_SCHEME } from './places.ts';

/** Registers the schemes of the page and the pictures. Must run before the app is ready. */
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

/**
 * Serves the built screens, the page with the current `look`, and the pictures. Answers 404 to a URL with escapes or
 * dots in its path.
 */
export function serveSchemes(screens: Screens, look: () => Look, findMedia: FindMedia): void {
  const headers = guardHeaders({ pictures: `${MEDIA_SCHEME}:` });

  protocol.handle(PAGE_SCHEME, ({ url, method }) => {
    const path = plainPath(url, `${ORIGIN}/`) ?? '';
    const screen = screens.get(path);
    if (method !== 'GET' || screen === undefined) return nothing();
    const { body, type } = path === '/' ? pageWith(screen, look()) : screen;
    return new Response(new Uint8Array(body), { headers: { ...headers, 'content-type': type } });
  });

  protocol.handle(MEDIA_SCHEME, async (request: Request & { initiatorOrigin?: string | null }) => {
    const { url, method, initiatorOrigin = ORIGIN } = request;
    const path = plainPath(url, `${MEDIA_SCHEME}://media/`);
    if (method !== 'GET' || initiatorOrigin !== ORIGIN || path === null) return nothing();
    const found = await findMedia(path.slice(1), request.signal);
    if (!found.ok) return nothing();
    const picture = await readMedia(found.value).catch(() => null);
    if (picture === null) return nothing();
    return new Response(picture, {
      headers: {
        'content-type': found.value.type,
        // Pictures by ID are not cached, because another ledger has different photos under the same IDs.
        'cache-control': found.value.isForEver
          ? 'private, max-age=31536000, immutable'
          : 'no-store',
        'access-control-allow-origin': ORIGIN,
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      },
    });
  });
}

/** Maximum size in bytes of a picture that is read completely. */
const LARGEST = 2_000_000_000;

/** Reads a picture; null if its file has become shorter. */
async function readMedia({ file, part }: Media): Promise<Uint8Array<ArrayBuffer> | null> {
  if (part === undefined) return new Uint8Array(await readRegular(file, { most: LARGEST }));
  await using handle = await openRegular(file, { most: largestPhoto });
  const bytes = new Uint8Array(part.bytes);
  const { bytesRead } = await handle.read(bytes, 0, part.bytes, part.start);
  return bytesRead === part.bytes ? bytes : null;
}

/** Returns the path of a URL of our host; null for other hosts and for a path with escapes or dots. */
function plainPath(url: string, beginning: string): string | null {
  const [address = ''] = url.split(/[?#]/);
  if (!address.startsWith(beginning)) return null;
  const path = address.slice(beginning.length - 1);
  return /^(\/|(\/[\w~@+-][\w.~@+-]*)+)$/.test(path) ? path : null;
}

function nothing(): Response {
  return new Response(null, { status: 404 });
}
