import { createHash } from 'node:crypto';

type Part = string | number;

function digest(parts: readonly Part[]): Buffer {
  return createHash('sha256').update(parts.join('\u0000')).digest();
}

/**
 * A number from 0 up to 1 that hangs on its arguments alone, so that what a seed decides is the same
 * after a restart and whatever order requests arrive in.
 */
export function chance(...parts: readonly Part[]): number {
  return digest(parts).readUIntBE(0, 6) / 2 ** 48;
}

/** One of a list, by `chance`. */
export function pick<T>(list: readonly T[], ...parts: readonly Part[]): T {
  const one = list[Math.floor(chance(...parts) * list.length)];
  if (one === undefined) throw new Error('pick from an empty list');
  return one;
}

/** 24 hexadecimal digits that hang on the arguments alone, the form of the live service's ids. */
export function hexId(...parts: readonly Part[]): string {
  return digest(parts).toString('hex').slice(0, 24);
}
