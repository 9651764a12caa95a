/**
 * Converts between typed text and parameter values. Invalid text stays a string, so that no input is lost; the check
 * against the catalogue then says what is expected.
 */

/** Returns a value as text for its field; '' if there is no value. */
export function shownText(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Parses a whole number with the digits of any script; undefined for empty text. */
export function wholeOf(text: string): number | string | undefined {
  const plain = text.normalize('NFKC').trim();
  if (plain === '') return undefined;
  const value = /^[+-]?\d+$/.test(plain) ? Number(plain) : Number.NaN;
  return Number.isSafeInteger(value) ? value : text;
}

/** Parses a list of ids; undefined for empty text. */
export function idsOf(text: string): readonly number[] | string | undefined {
  if (text.trim() === '') return undefined;
  const values = text.split(/[,，、;\s]+/u).flatMap((part) => (part === '' ? [] : [wholeOf(part)]));
  const isWritten = /[,，、;\s]$/u.test(text);
  return !isWritten && values.every((value) => typeof value === 'number') ? values : text;
}
