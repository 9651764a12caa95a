import { createHash } from 'node:crypto';

/** Bytes that nobody can guess. */
const LENGTH = 32;

/** What stands last in the address of one execution, fit for an address. */
export function newToken(secret: (bytes: number) => Buffer): string {
  return secret(LENGTH).toString('base64url');
}

/** What the ledger knows a token by: who reads it there cannot send a notification. */
export function keyOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * The token of a request's target: its last part, because a reverse proxy may keep the path of the
 * public address or take it away. Null where there is none.
 */
export function tokenIn(target: string | undefined): string | null {
  const last = /\/([\w-]{43})(?:\?.*)?$/.exec(target ?? '');
  return last?.[1] ?? null;
}
