/**
 * Cleans text from outside (an answer of the service, a file name) for use in file names, lines of a terminal or log,
 * and input of other programs. Removes control characters, which can move the cursor or end a line or string, and
 * characters that change the text direction.
 */

/** Sequences of line breaks and tabs of any kind. */
const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/gu;
const breaksButLines = /[\t\v\f\r\u0085\u2028\u2029]+/gu;
/** All other control characters, the bidirectional controls, and the byte order mark. */
const unseen = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]+/gu;
const unseenButLines = /[^\P{Cc}\n]+|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]+/gu;

/** Returns the text as one line; replaces line breaks and tabs with a space. */
export function plainText(text: string): string {
  return text.toWellFormed().replaceAll(breaks, ' ').replaceAll(unseen, '');
}

/** Returns the text with its line breaks, for texts with several lines that Darkslide itself wrote. */
export function plainLines(text: string): string {
  return text.toWellFormed().replaceAll(breaksButLines, ' ').replaceAll(unseenButLines, '');
}

/** Returns the JSON of a value, in which the characters that `plainText` would remove are escaped. */
export function plainJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[\u007F-\u009F\u2028\u2029\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
