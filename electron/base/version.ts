import { readFileSync } from 'node:fs';

interface OwnPackage {
  readonly version: string;
  /** Written by the build; see docs/updates.md. */
  readonly updateKeys?: readonly string[];
}

/** Returns Darkslide's own version, of the checkout or of the built package. */
export function ownVersion(): string {
  return ownPackage().version;
}

/** Returns the public keys that new versions are signed with, base64; empty in a build without updates. */
export function ownUpdateKeys(): readonly string[] {
  return ownPackage().updateKeys ?? [];
}

function ownPackage(): OwnPackage {
  const file = new URL('../../package.json', import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as OwnPackage;
}
