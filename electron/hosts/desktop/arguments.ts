import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/** The arguments of a start of the app. */
export interface StartArguments {
  readonly data?: string;
  readonly service?: string;
  /** Starts in the tray, without a window. */
  readonly isHidden: boolean;
  /** Absolute paths of files and folders to open; not checked for existence. */
  readonly files: readonly string[];
  /** Arguments in place of a file that do not name a file on this computer. */
  readonly notFiles: readonly string[];
  /** Unknown options, without their values. */
  readonly unknown: readonly string[];
}

/** Files that one start opens at most. */
export const MOST_FILES = 10_000;
/** Characters of a path, on every system. */
const LONGEST = 32_767;

/**
 * Reads the arguments of a start in `folder`. They are not trusted, because a file manager, a shortcut or a browser may
 * have written them.
 */
export function readArguments(args: readonly string[], folder: string): StartArguments {
  const { values, positionals, tokens } = parse(args);
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const [data, service] = [text(values['data']), text(values['service'])];
  const read = positionals
    .filter((name) => name !== '')
    .map((name) => ({ name, file: fileOf(name, folder) }));
  const files = read.flatMap(({ file }) => file ?? []);
  const options = tokens.flatMap((token) => (token.kind === 'option' ? [token] : []));
  return {
    ...(data === undefined ? {} : { data }),
    ...(service === undefined ? {} : { service }),
    isHidden: values['hidden'] === true,
    files: [...new Set(files)].slice(0, MOST_FILES),
    notFiles: read.filter(({ file }) => file === null).map(({ name }) => name),
    unknown: options
      .filter(({ name }) => !['data', 'service', 'hidden'].includes(name))
      .map(({ rawName }) => rawName),
  };
}

/** Returns the options for a restart that shows the window, without files, which are already open. */
export function optionsOf(args: readonly string[]): string[] {
  return parse(args).tokens.flatMap((token) => {
    if (token.kind !== 'option' || token.name === 'hidden') return [];
    return token.value === undefined ? [token.rawName] : [`${token.rawName}=${token.value}`];
  });
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    options: {
      data: { type: 'string' },
      service: { type: 'string' },
      hidden: { type: 'boolean' },
    },
    // Chromium's own switches are allowed
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
}

/** Returns the absolute path that an argument names; null if it names no file on this computer. */
function fileOf(name: string, folder: string): string | null {
  if (name.length > LONGEST || name.includes('\0')) return null;
  if (/^file:/iu.test(name)) return ofFileAddress(name);
  // a URL of another scheme; Windows drives have one letter
  if (/^[a-z][a-z0-9+.-]+:/iu.test(name)) return null;
  if (isAbsolute(name)) return resolve(name);
  return isAbsolute(folder) ? resolve(folder, name) : null;
}

/**
 * Returns the path of a `file:` URL, which some file managers use. Refuses other hosts, because opening one would send
 * them the user's credentials.
 */
function ofFileAddress(address: string): string | null {
  const url = URL.parse(address);
  if (url === null || url.host !== '') return null;
  try {
    const path = fileURLToPath(url);
    return path.includes('\0') ? null : path;
  } catch {
    return null;
  }
}
