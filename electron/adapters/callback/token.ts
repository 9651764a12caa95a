import { createHash } from 'node:crypto';

/** Number of random bytes in a token, enough that it cannot be guessed. */
const LENGTH = 32;

/**
 * Returns a token, the last part of the notification address of one execution; it is safe in a URL.
 */
export function newToken(secret: (bytes: number) => Buffer): string {
  return secret(LENGTH).toString('base64url');
}

/**
 * Returns the key under which the ledger stores a token. The key is a hash, so that someone who
 * reads the ledger cannot send notifications.
 */
export function keyOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * Returns the token in a request's target, or null. Only the last part of the path is read, because a
 * reverse proxy may keep or remove the path of the public address.
 */
export function tokenIn(target: string | undefined): string | null {
  const last = /\/([\w-]{43})(?:\?.*)?$/.exec(target ?? '');
  return last?.[1] ?? null;
}
