import { createHash } from 'node:crypto';

/** Random bytes, too many to guess. */
const LENGTH = 32;

/** Returns the last part of the address of one execution, safe in a URL. */
export function newToken(secret: (bytes: number) => Buffer): string {
  return secret(LENGTH).toString('base64url');
}

/** Returns the ledger's key of a token: reading it in the ledger is not enough to send a notification. */
export function keyOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * Returns the token of a request's target, or null. It is the last part, because a reverse proxy may keep or
 * remove the path of the public address.
 */
export function tokenIn(target: string | undefined): string | null {
  const last = /\/([\w-]{43})(?:\?.*)?$/.exec(target ?? '');
  return last?.[1] ?? null;
}
