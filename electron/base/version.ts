import { readFileSync } from 'node:fs';

/** Darkslide's own version, of the checkout or of the built package. */
export function ownVersion(): string {
  const file = new URL('../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
