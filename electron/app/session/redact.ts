import { isAbsolute, relative } from 'node:path';

/** Removes text that no log, error or diagnostics may contain (F82). */
export interface Redactor {
  /** Adds a key to be hidden. */
  hide(key: string): void;
  /**
   * Removes keys, paths outside the studio's folders and the queries of addresses, and then shortens the
   * text. Takes time linear in the length of the text.
   */
  redact(text: string): string;
}

/** Minimum length of a key that is hidden. Shorter keys could be ordinary words, and no service issues such keys. */
const SHORTEST_KEY = 6;
/** Maximum number of characters kept of one text. */
const LONGEST = 20_000;

/**
 * How each kind of secret is found: `begin` searches from the left with bounded quantifiers only, and `end` finds the
 * first character after the secret. So each character is read only a fixed number of times.
 */
const credential = {
  begin:
    /\b(?:(?:api[-_]?key|authorization|token)["']?\s{0,20}[:=]\s{0,20}["']?(?:(?:bearer|basic)\s{1,20})?|bearer\s{1,20})/gi,
  end: /[\s"',;&]/g,
};
const address = {
  begin: /[a-z][a-z0-9+.-]{0,31}:\/\//gi,
  end: /[\s"'<>]/g,
};
/**
 * Finds absolute paths of Windows and other systems. Folder names in the path may contain spaces. Of the last part of
 * the path, only the first word is removed, because the words after it may belong to the sentence.
 */
const path = {
  begin: /(?<![\w.:/\\…])(?:[a-z]:[\\/]|\\\\|\/)(?=[^\s\\/])/gi,
  /** One folder name; no system allows longer names. */
  folder: /[^\\/\n"<>|:*?]{0,255}[^\\/\s"<>|:*?][\\/]/y,
  end: /[\s\\/"'<>|:*?;,()[\]{}]/g,
};

/**
 * Creates a redactor. `ours` returns the studio's folders; it is called for each text, because the folders can change.
 */
export function createRedactor(ours: () => readonly string[]): Redactor {
  const keys = new Set<string>();
  return {
    hide(key) {
      if (key.length >= SHORTEST_KEY) keys.add(key);
    },
    redact(text) {
      let clean = text;
      for (const key of keys) clean = clean.replaceAll(key, '[key]');
      const folders = ours();
      clean = rewrite(clean, credential.begin, toEnd(credential.end), (begin, value) =>
        value === '' ? begin : `${begin}[key]`,
      );
      clean = rewrite(clean, address.begin, toEnd(address.end), withoutSecrets);
      clean = rewrite(clean, path.begin, pathEnd, (begin, rest) =>
        isWithin(`${begin}${rest}`, folders) ? `${begin}${rest}` : lastName(`${begin}${rest}`),
      );
      return clean.length > LONGEST ? `${clean.slice(0, LONGEST).toWellFormed()}…` : clean;
    },
  };
}

type FindEnd = (text: string, from: number) => number;

const toEnd =
  (stop: RegExp): FindEnd =>
  (text, from) => {
    stop.lastIndex = from;
    return stop.exec(text)?.index ?? text.length;
  };

const pathEnd: FindEnd = (text, from) => {
  let at = from;
  path.folder.lastIndex = at;
  while (path.folder.test(text)) at = path.folder.lastIndex;
  return toEnd(path.end)(text, at);
};

/**
 * Replaces the text from each match of `begin` to the end that `findEnd` returns, and continues after
 * that end.
 */
function rewrite(
  text: string,
  begin: RegExp,
  findEnd: FindEnd,
  replaced: (begin: string, rest: string) => string,
): string {
  const pieces: string[] = [];
  let done = 0;
  begin.lastIndex = 0;
  for (let found; (found = begin.exec(text)) !== null;) {
    const from = found.index + found[0].length;
    const end = findEnd(text, from);
    pieces.push(text.slice(done, found.index), replaced(found[0], text.slice(from, end)));
    done = end;
    begin.lastIndex = end;
  }
  return pieces.length === 0 ? text : [...pieces, text.slice(done)].join('');
}

/**
 * Removes the query of an address, which may contain a signature, and the user and password before
 * its @.
 */
function withoutSecrets(scheme: string, rest: string): string {
  if (/^file:/iu.test(scheme)) {
    const end = rest.indexOf(')');
    const name = lastName(end === -1 ? rest : rest.slice(0, end));
    return end === -1 ? name : `${name}${rest.slice(end)}`;
  }
  const query = /https?:\/\/$/iu.test(scheme) ? rest.search(/[?#]/u) : -1;
  const plain = query === -1 ? rest : rest.slice(0, query);
  const parts = plain.split('/').map((part, at, all) => {
    const isHost = at === 0 || all[at - 1] === '';
    const sign = isHost ? part.lastIndexOf('@') : -1;
    return sign === -1 ? part : `…${part.slice(sign)}`;
  });
  return `${scheme}${parts.join('/')}${query === -1 ? '' : '?…'}`;
}

function isWithin(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => {
    const isMaybe = path.slice(0, folder.length).toLowerCase() === folder.toLowerCase();
    if (!isMaybe) return false;
    const way = relative(folder, path);
    return !way.startsWith('..') && !isAbsolute(way);
  });
}

function lastName(path: string): string {
  return `…/${path.split(/[\\/]/).findLast((segment) => segment !== '') ?? ''}`;
}
