export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns whether a value is an object and not an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses JSON, also after a byte order mark, with which some editors begin a file. Throws if it is not JSON. */
export function parseJson(text: string): unknown {
  return JSON.parse(text.replace(/^\uFEFF/u, ''));
}
