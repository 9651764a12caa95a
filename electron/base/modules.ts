import { extname } from 'node:path';

/**
 * Returns the URL of a module in another file, for a process or worker to start: `.ts` when running from
 * source, `.js` in the built package. `from` is the caller's `import.meta.url`; `name` is relative to it and
 * has no extension.
 */
export function moduleBeside(name: string, from: string): URL {
  return new URL(`${name}${extname(new URL(from).pathname)}`, from);
}
