import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/** The arguments with which the app was started. */
export interface StartArguments {
  readonly data?: string;
  readonly service?: string;
  /** Starts in the tray, without a window. */
  readonly isHidden: boolean;
  /** Absolute paths of files and folders to open; they may not exist. */
  readonly files: readonly string[];
  /** Arguments that should be files but do not name a file on this computer. */
  readonly notFiles: readonly string[];
  /** Unknown options, without their values. */
  readonly unknown: readonly string[];
}

/** Maximum number of files that Darkslide opens when it is started. */
export const MOST_FILES = 10_000;
/** Maximum characters of a path, on every system. */
const LONGEST = 32_767;

/**
 * Reads the arguments with which Darkslide was started in `folder`. They are not trusted, because they may come from a
 * file manager, a shortcut or a browser.
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

/** Returns the options for a restart that shows the window; without files, because they are already open. */
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
    // Chromium's own switches must be accepted.
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
}

/** Returns the absolute path that an argument names; null if it does not name a file on this computer. */
function fileOf(name: string, folder: string): string | null {
  if (name.length > LONGEST || name.includes('\0')) return null;
  if (/^file:/iu.test(name)) return ofFileAddress(name);
  // Refuses URLs with other schemes; Windows drives have only one letter.
  if (/^[a-z][a-z0-9+.-]+:/iu.test(name)) return null;
  if (isAbsolute(name)) return resolve(name);
  return isAbsolute(folder) ? resolve(folder, name) : null;
}

/**
 * Returns the path of a `file:` URL, which some file managers use. Refuses other hosts, because opening a file there
 * would send them the user's credentials.
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
