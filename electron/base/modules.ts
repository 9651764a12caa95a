import { extname } from 'node:path';

/**
 * A module beside another one, for a process or worker to start: `.ts` where the sources run as they
 * are, `.js` in the built package. `from` is the asking module's `import.meta.url`, `name` is
 * relative to it and has no extension.
 */
export function moduleBeside(name: string, from: string): URL {
  return new URL(`${name}${extname(new URL(from).pathname)}`, from);
}
