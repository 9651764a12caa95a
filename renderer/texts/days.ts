/** A day by itself: no part of a path, a file name or a word. */
const DAY = /(?<=^|\s)\d{4}-\d{2}-\d{2}(?=[,;)），。\s]|\.?$|\.\s)/gu;

/**
 * A sentence with its days (2026-11-20) as `read` has them. What stands in quotation marks is somebody's
 * name for something, and stays.
 */
export function withDays(sentence: string, read: (iso: string) => string): string {
  return sentence
    .split('"')
    .map((part, at) => (at % 2 === 0 ? part.replaceAll(DAY, read) : part))
    .join('"');
}
