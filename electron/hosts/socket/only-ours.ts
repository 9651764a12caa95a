import type { Stats } from 'node:fs';

const OTHERS = 0o077;

/** Whether a file belongs to this user and is closed to all others. Windows keeps that elsewhere. */
export function isOnlyOurs({ uid, mode }: Stats): boolean {
  if (process.getuid === undefined) return true;
  return uid === process.getuid() && (mode & OTHERS) === 0;
}
