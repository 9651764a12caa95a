import * as v from 'valibot';
import { plainText } from '#shared/plain-text.ts';

/**
 * The small parts that the service's resources are read with. Unknown fields are dropped, what
 * Darkslide can do without falls back, and an id that can't be read makes the answer unreadable.
 */

/** Text of the service, as it may stand anywhere (see plain-text.ts). */
export const plain = v.pipe(v.string(), v.transform(plainText));
export const text = v.pipe(plain, v.minLength(1));

/** An id that names something to us: text, or a number that lost no digit on its way. */
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
 * Reads an object whose fields of null count as missing: they take a field's default and never make the
 * rest of the object unreadable.
 */
export function object<const T extends v.ObjectEntries>(entries: T) {
  return v.pipe(v.unknown(), v.transform(withoutNulls), v.object(entries));
}

function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null));
}

/** Reads one of the service's words without regard to case; any other is `Unknown`. */
export function oneOf<const T extends string>(names: readonly T[]) {
  return (words: unknown): T | 'Unknown' => {
    const lower = typeof words === 'string' ? words.trim().toLowerCase() : '';
    return names.find((name) => name.toLowerCase() === lower) ?? 'Unknown';
  };
}

/** The entries that can be read, in their order; the others, or what is no list, are left out. */
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

/** A function that reads data with the schema, or gives `null`. Never throws. */
export function reader<T>(schema: v.GenericSchema<unknown, T>): (data: unknown) => T | null {
  return (data) => {
    const read = v.safeParse(schema, data);
    return read.success ? read.output : null;
  };
}
