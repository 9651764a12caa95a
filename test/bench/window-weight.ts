import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { rowOf, type Row } from './row.ts';

const renderer = fileURLToPath(new URL('../../dist/renderer/', import.meta.url));
/** Maximum compressed size in kB of all screens, without the mask editor and languages other than English. */
const MOST = 351;
/** Files of the mask editor, which load when the page is idle. */
const EDITOR = /^(MaskEditor|raster\.worker)-/;
/** Files of all languages except English, which load when a language is chosen. */
const LANGUAGES = /^(de|zh-CN)-/;
/**
 * Views by the names of their files, each with the maximum compressed size in kB of everything that the page loads
 * before the view appears.
 */
const VIEWS = { HotFolders: 192, Queue: 202, Retouch: 238 };

/**
 * Weighs the built screens: all of them, the mask editor, and what each view loads before it appears. All sizes are
 * those after compression with gzip.
 */
export async function weighWindow(): Promise<Row[]> {
  const names = (await readdir(join(renderer, 'assets'))).filter((name) =>
    /\.(js|css)$/.test(name),
  );
  const files = new Map<string, { readonly text: string; readonly kB: number }>();
  for (const name of names) {
    const bytes = await readFile(join(renderer, 'assets', name));
    files.set(name, { text: bytes.toString(), kB: gzipSync(bytes).length / 1000 });
  }
  const weigh = (chosen: readonly string[]) =>
    chosen.reduce((sum, name) => sum + (files.get(name)?.kB ?? 0), 0);
  const screens = weigh(names.filter((name) => !EDITOR.test(name) && !LANGUAGES.test(name)));
  const editor = weigh(names.filter((name) => EDITOR.test(name)));
  const page = await readFile(join(renderer, 'index.html'), 'utf8');
  const start = names.filter((name) => page.includes(name));
  const ofView = (view: string) => {
    const entry = names.find((name) => new RegExp(`^${view}-[\\w-]{8}\\.js$`).test(name)) ?? '';
    return weigh([...neededBy([...start, entry], (name) => files.get(name)?.text ?? '')]);
  };
  return [
    rowOf('window: screens, compressed', screens, MOST, `< ${MOST}`, 'kB'),
    rowOf('window: the mask editor besides, against the screens', editor, screens, '', 'kB'),
    ...Object.entries(VIEWS).map(([view, most]) =>
      rowOf(`window: ${view} alone, against the screens`, ofView(view), screens, `< ${most}`, 'kB'),
    ),
  ];
}

/** Returns the files, and all scripts that the scripts among them import statically. */
function neededBy(files: readonly string[], textOf: (name: string) => string): ReadonlySet<string> {
  const needed = new Set(files);
  for (const name of needed) {
    for (const [, imported = ''] of textOf(name).matchAll(
      /(?:from|import)\s*["'`]\.\/([^"'`]+)["'`]/g,
    )) {
      needed.add(imported);
    }
  }
  return needed;
}
