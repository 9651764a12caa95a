import { isAbsolute, relative } from 'node:path';

/** Takes out of a text what no log, error or diagnostics may hold (F82). */
export interface Redactor {
  /** A key from now on. */
  hide(key: string): void;
  /** Without keys, without paths outside the studio's folders, without what follows an address's ?. */
  redact(text: string): string;
}

/** Shorter ones would blot out ordinary words, and no service gives them. */
const SHORTEST_KEY = 6;
/** Characters of one text that are kept. */
const LONGEST = 20_000;

/** Whatever stands behind these words in a header or an address. */
const credentials =
  /\b((?:api[-_]?key|authorization|token)["']?\s*[:=]\s*["']?(?:bearer\s+|basic\s+)?|bearer\s+)[^\s"',;&]+/gi;
/** Who one is and by which password, in an address of a proxy. */
const signedIn = /\b([a-z][a-z0-9+.-]*:\/\/)[^\s/?#"'<>@]*(?:@[^\s/?#"'<>@]*)*@/gi;
/** What follows the ? of an address may sign it. */
const queries = /(https?:\/\/[^\s?#"'<>]+)[?#][^\s"'<>]*/gi;
const fileAddresses = /file:\/\/[^\s"'<>)]+/gi;
/**
 * Absolute paths of either kind of system. Folders may have spaces in their names; of the last name
 * only the first word is taken, because nobody can tell where the sentence goes on.
 */
const paths =
  /(?<![\w.:/\\…])(?:[a-z]:[\\/]|\\\\|\/)(?=[^\s\\/])(?:[^\\/\n"<>|:*?]*[^\\/\s"<>|:*?][\\/])*[^\s\\/"'<>|:*?;,()[\]{}]*/gi;

/** `ours`: the studio's folders, asked for anew each time because they change. */
export function createRedactor(ours: () => readonly string[]): Redactor {
  const keys = new Set<string>();
  return {
    hide(key) {
      if (key.length >= SHORTEST_KEY) keys.add(key);
    },
    redact(text) {
      let clean = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
      for (const key of keys) clean = clean.replaceAll(key, '[key]');
      return clean
        .replace(credentials, '$1[key]')
        .replace(signedIn, '$1…@')
        .replace(queries, '$1?…')
        .replace(fileAddresses, lastName)
        .replace(paths, (path) => (isWithin(path, ours()) ? path : lastName(path)));
    },
  };
}

function isWithin(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => {
    const way = relative(folder, path);
    return !way.startsWith('..') && !isAbsolute(way);
  });
}

function lastName(path: string): string {
  return `…/${path.split(/[\\/]/).findLast((segment) => segment !== '') ?? ''}`;
}
