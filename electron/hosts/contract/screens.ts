import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { languageFor, type Language } from '#shared/language.ts';
import type { appearances, Preferences } from '#shared/views/settings.ts';

/** A file of the built screens, in memory. */
export interface ScreenFile {
  readonly body: Buffer;
  /** MIME type. */
  readonly type: string;
  /** Strong ETag of the content, including its quotes. */
  readonly etag: string;
  /** Whether the name contains a hash of the content, so that it can be cached permanently. */
  readonly isHashed: boolean;
}

/** The built screens by path: `/` is the page. */
export type Screens = ReadonlyMap<string, ScreenFile>;

/** Folder of the built screens: next to the main process in a package, in `dist` in a checkout. */
export const builtScreens = fileURLToPath(
  new URL(
    import.meta.url.endsWith('.ts') ? '../../../dist/renderer' : '../../../renderer',
    import.meta.url,
  ),
);

/** The appearance and language in which the page is first painted. */
export interface Look {
  readonly language: Language;
  readonly appearance: (typeof appearances)[number];
}

/** The default look, as in `index.html`. */
const USUAL: Look = { language: 'en', appearance: 'dark' };

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.wasm': 'application/wasm',
};

/**
 * Reads the built screens of a folder into memory once. There are only a few files, and a lookup in a table cannot lead
 * out of the folder.
 */
export async function readScreens(folder: string): Promise<Screens> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = await Promise.all(
    entries.flatMap((entry) => {
      const type = types[extname(entry.name)];
      return entry.isFile() && type !== undefined ? [readScreen(folder, entry, type)] : [];
    }),
  );
  return new Map(files);
}

async function readScreen(
  folder: string,
  { parentPath, name }: { readonly parentPath: string; readonly name: string },
  type: string,
): Promise<[string, ScreenFile]> {
  const file = join(parentPath, name);
  const below = file.slice(folder.length).split(sep).join('/');
  const path = below.startsWith('/') ? below : `/${below}`;
  const body = await readFile(file);
  return [
    path === '/index.html' ? '/' : path,
    { body, type, etag: etagOf(body), isHashed: path.startsWith('/assets/') },
  ];
}

function etagOf(body: Buffer): string {
  return `"${createHash('sha256').update(body).digest('base64url')}"`;
}

/** Returns the look for the current preferences; `systemTag` is the language of the system. */
export function lookOf(
  { language, appearance }: Pick<Preferences, 'language' | 'appearance'>,
  systemTag: string,
): Look {
  return { language: languageFor(language, systemTag), appearance };
}

/** Returns the page with its look inserted, so that the first paint needs no further request. */
export function pageWith(page: ScreenFile, { language, appearance }: Look): ScreenFile {
  const scheme = appearance === 'light' ? 'light' : 'dark';
  const text = page.body
    .toString()
    .replace(htmlTag(USUAL), htmlTag({ language, appearance }))
    .replace('name="color-scheme" content="dark"', `name="color-scheme" content="${scheme}"`);
  const body = Buffer.from(text);
  return { ...page, body, etag: etagOf(body) };
}

function htmlTag({ language, appearance }: Look): string {
  return `<html lang="${language}" data-appearance="${appearance}">`;
}

/**
 * Returns the headers of every answer. They limit what a page may load and do: only its own files, pictures from
 * `pictures` and connections to `talk`; it cannot be embedded in a frame, and cannot send data elsewhere.
 */
export function guardHeaders(sources: {
  readonly pictures?: string;
  readonly talk?: string;
}): Readonly<Record<string, string>> {
  const list = (...sources: (string | undefined)[]) => sources.filter((source) => source).join(' ');
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    `img-src ${list("'self'", 'blob:', 'data:', sources.pictures)}`,
    `connect-src ${list("'self'", sources.talk, sources.pictures)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    // Only Svelte's templates and the mask worker may turn text into elements or scripts; the default policy accepts
    // only an empty text.
    "require-trusted-types-for 'script'",
    'trusted-types svelte-trusted-html darkslide-script default',
  ];
  return {
    'content-security-policy': policy.join('; '),
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy':
      'camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=(), payment=()',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  };
}
