/**
 * Between what is typed and a parameter's value. Text that is no value stays the text it is: the
 * catalogue's check says what it must be, and nothing typed is lost.
 */

/** A value as its field shows it; '' while it is not given. */
export function shownText(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** A whole number, in whatever digits it is typed; undefined for nothing. */
export function wholeOf(text: string): number | string | undefined {
  const plain = text.normalize('NFKC').trim();
  if (plain === '') return undefined;
  const value = /^[+-]?\d+$/.test(plain) ? Number(plain) : Number.NaN;
  return Number.isSafeInteger(value) ? value : text;
}

/** A list of ids; undefined for nothing. */
export function idsOf(text: string): readonly number[] | string | undefined {
  if (text.trim() === '') return undefined;
  const values = text.split(/[,，、;\s]+/u).flatMap((part) => (part === '' ? [] : [wholeOf(part)]));
  const isWritten = /[,，、;\s]$/u.test(text);
  return !isWritten && values.every((value) => typeof value === 'number') ? values : text;
}
