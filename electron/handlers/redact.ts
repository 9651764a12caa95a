import { isAbsolute, relative } from 'node:path';

/** Takes out of a text what no log, error or diagnostics may hold (F82). */
export interface Redactor {
  /** A key from now on. */
  hide(key: string): void;
  /** Folders whose paths may be named in full from now on: the studio's own. */
  allow(folders: readonly string[]): void;
  redact(text: string): string;
}

/** Shorter ones would blot out ordinary words, and no service gives them. */
const SHORTEST_KEY = 6;
/** Absolute paths of either kind of system, up to what cannot be part of one in a sentence. */
const paths = /(?<![\w.:/\\])(?:[A-Za-z]:[\\/]|\\\\|\/)[^\s"'<>|:*?;,()[\]{}]+/g;
/** Whatever stands behind these words in a header or an address. */
const credentials = /\b((?:x-)?api[-_]?key|authorization|bearer|token)\b(["':=\s]+)[^\s"',;&]+/gi;

export function createRedactor(): Redactor {
  const keys = new Set<string>();
  const folders = new Set<string>();
  const isOurs = (path: string) =>
    [...folders].some((folder) => {
      const way = relative(folder, path);
      return !way.startsWith('..') && !isAbsolute(way);
    });
  return {
    hide(key) {
      if (key.length >= SHORTEST_KEY) keys.add(key);
    },
    allow(more) {
      for (const folder of more) folders.add(folder);
    },
    redact(text) {
      let clean = text;
      for (const key of keys) clean = clean.replaceAll(key, '[key]');
      return clean
        .replace(credentials, '$1$2[key]')
        .replace(paths, (path) => (isOurs(path) ? path : `…/${lastName(path)}`));
    },
  };
}

function lastName(path: string): string {
  return path.split(/[\\/]/).findLast((segment) => segment !== '') ?? '';
}
