/**
 * Text from outside (a service's answer, a file's name) as it may stand in a file name, on a line of a
 * terminal or a log, or in what another program is given: without control characters, which move a
 * cursor, end a line or a string, and without marks that turn the direction of what stands around them.
 */

/** Line breaks and tabs of any kind, a run of them at once. */
const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/gu;
const breaksButLines = /[\t\v\f\r\u0085\u2028\u2029]+/gu;
/** What is left of the control characters, the bidirectional controls, and the byte order mark. */
const unseen = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]+/gu;
const unseenButLines = /[^\P{Cc}\n]+|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]+/gu;

/** Returns the text as one line; line breaks and tabs become a space. */
export function plainText(text: string): string {
  return text.toWellFormed().replaceAll(breaks, ' ').replaceAll(unseen, '');
}

/** Returns the text with its line breaks, for a text of several lines that the program has made. */
export function plainLines(text: string): string {
  return text.toWellFormed().replaceAll(breaksButLines, ' ').replaceAll(unseenButLines, '');
}

/** Returns the JSON of a value with all that `plainText` takes out written as escapes: the same value. */
export function plainJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[\u007F-\u009F\u2028\u2029\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
