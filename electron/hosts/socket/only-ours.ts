import type { Stats } from 'node:fs';

const OTHERS = 0o077;

/**
 * Returns whether a file belongs to this user and others have no access. Always true on Windows, where files have no
 * mode.
 */
export function isOnlyOurs({ uid, mode }: Stats): boolean {
  if (process.getuid === undefined) return true;
  return uid === process.getuid() && (mode & OTHERS) === 0;
}
