import { createHash } from 'node:crypto';

type Part = string | number;

function digest(parts: readonly Part[]): Buffer {
  return createHash('sha256').update(parts.join('\u0000')).digest();
}

/**
 * Returns a number from 0 up to 1 that depends only on its arguments, so that the seed's decisions do not
 * change with a restart or the order of requests.
 */
export function chance(...parts: readonly Part[]): number {
  return digest(parts).readUIntBE(0, 6) / 2 ** 48;
}

/** Returns one of a list, chosen by `chance`. */
export function pick<T>(list: readonly T[], ...parts: readonly Part[]): T {
  const one = list[Math.floor(chance(...parts) * list.length)];
  if (one === undefined) throw new Error('pick from an empty list');
  return one;
}

/** Returns 24 hexadecimal digits that depend only on the arguments, in the form of the live service's ids. */
export function hexId(...parts: readonly Part[]): string {
  return digest(parts).toString('hex').slice(0, 24);
}
