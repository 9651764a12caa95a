import * as v from 'valibot';
import { plainText } from '#shared/plain-text.ts';

/**
 * Building blocks for reading the service's resources. Unknown fields are dropped, optional fields
 * have fallbacks, and an unreadable id makes the whole answer unreadable.
 */

/** Text from the service, made safe to display (see plain-text.ts). */
export const plain = v.pipe(v.string(), v.transform(plainText));
export const text = v.pipe(plain, v.minLength(1));

/** An id, given as text or as a number that is a safe integer. */
export const textId = v.union([
  v.pipe(plain, v.trim(), v.minLength(1)),
  v.pipe(v.number(), v.safeInteger(), v.transform(String)),
]);

export const intId = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number))]),
  v.safeInteger(),
);

export const someText = v.optional(v.fallback(plain, ''), '');
export const textOrNull = v.optional(v.fallback(v.nullable(text), null), null);
export const someFields = v.optional(v.fallback(v.record(v.string(), v.unknown()), {}), {});

/**
 * Reads an object and treats null fields as missing, so that they get their default and don't make the
 * object unreadable.
 */
export function object<const T extends v.ObjectEntries>(entries: T) {
  return v.pipe(v.unknown(), v.transform(withoutNulls), v.object(entries));
}

function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null));
}

/** Reads an enumerated value, ignoring case; returns `Unknown` for any other. */
export function oneOf<const T extends string>(names: readonly T[]) {
  return (words: unknown): T | 'Unknown' => {
    const lower = typeof words === 'string' ? words.trim().toLowerCase() : '';
    return names.find((name) => name.toLowerCase() === lower) ?? 'Unknown';
  };
}

/**
 * Reads the valid entries of a list in order, and skips invalid ones. Anything but a list counts as
 * empty.
 */
export function listOf<T>(entry: v.GenericSchema<unknown, T>) {
  return v.pipe(
    v.fallback(v.array(v.unknown()), []),
    v.transform((entries): T[] =>
      entries.flatMap((one) => {
        const read = v.safeParse(entry, one);
        return read.success ? [read.output] : [];
      }),
    ),
  );
}

/**
 * Returns a function that parses data with the schema and returns null if it doesn't match. Never throws.
 */
export function reader<T>(schema: v.GenericSchema<unknown, T>): (data: unknown) => T | null {
  return (data) => {
    const read = v.safeParse(schema, data);
    return read.success ? read.output : null;
  };
}
