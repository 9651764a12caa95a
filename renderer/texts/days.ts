/** A separate date: not part of a path, a file name or a word. */
const DAY = /(?<=^|\s)\d{4}-\d{2}-\d{2}(?=[,;)），。\s]|\.?$|\.\s)/gu;

/**
 * Replaces the dates (2026-11-20) of a sentence with what `read` returns. Text in quotation marks is a name and is
 * not changed.
 */
export function withDays(sentence: string, read: (iso: string) => string): string {
  return sentence
    .split('"')
    .map((part, at) => (at % 2 === 0 ? part.replaceAll(DAY, read) : part))
    .join('"');
}
