import { readFileSync } from 'node:fs';

interface OwnPackage {
  readonly version: string;
  /** The public keys for updates, which the build adds to package.json; see docs/updates.md. */
  readonly updateKeys?: readonly string[];
}

/** Returns Darkslide's own version, from the checkout or the built package. */
export function ownVersion(): string {
  return ownPackage().version;
}

/**
 * Returns the public keys with which new versions are verified, in base64; empty in a build without
 * updates.
 */
export function ownUpdateKeys(): readonly string[] {
  return ownPackage().updateKeys ?? [];
}

function ownPackage(): OwnPackage {
  const file = new URL('../../package.json', import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as OwnPackage;
}
