/** Maximum wait in ms; a longer Retry-After is shortened to this value. */
export const longestRetryAfter = 5 * 60_000;

/** The three date formats of HTTP. `Date.parse` alone accepts many texts that aren't dates. */
const httpDate =
  /^(?:[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT|[A-Z][a-z]+, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4})$/;

/**
 * Converts a Retry-After header, either seconds or an HTTP date, into ms from `wall`, between 0 and
 * `longestRetryAfter`. Returns null for any other text.
 */
export function readRetryAfter(header: string | undefined, wall: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, longestRetryAfter);
  if (!httpDate.test(text)) return null;
  const date = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  if (Number.isNaN(date)) return null;
  return Math.min(Math.max(0, date - wall), longestRetryAfter);
}
