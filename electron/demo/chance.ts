import { createHash } from 'node:crypto';

type Part = string | number;

function digest(parts: readonly Part[]): Buffer {
  return createHash('sha256').update(parts.join('\u0000')).digest();
}

/**
 * Returns a number from 0 up to but not including 1 that depends only on the arguments. The same seed
 * therefore leads to the same decisions after a restart, and whatever the order of requests.
 */
export function chance(...parts: readonly Part[]): number {
  return digest(parts).readUIntBE(0, 6) / 2 ** 48;
}

/** Returns an element of a list. `chance` decides which one. */
export function pick<T>(list: readonly T[], ...parts: readonly Part[]): T {
  const one = list[Math.floor(chance(...parts) * list.length)];
  if (one === undefined) throw new Error('pick from an empty list');
  return one;
}

/** Returns 24 hexadecimal digits that depend only on the arguments, in the format of the live service's ids. */
export function hexId(...parts: readonly Part[]): string {
  return digest(parts).toString('hex').slice(0, 24);
}
