/**
 * Number of digits in which the length of a run of digits is written; a file name has at most 255
 * characters.
 */
const COUNT_DIGITS = 3;
/** Accents of Latin, Greek and Cyrillic letters, and the voicing marks of kana. */
const ACCENTS = /[\u0300-\u036f\u3099\u309a]/gu;

/**
 * Returns the text by which photo names are sorted, code point by code point: `IMG_2` comes before `IMG_10`, `É` next
 * to `e`, full-width forms next to plain ones, Chinese characters in the order of Unicode, that is, by radicals and
 * strokes. Names that differ only in case, accents, width or leading zeros have the same text. The text is the
 * decomposed name (NFKD), without accents and case; each run of digits loses its leading zeros and is preceded by its
 * number of digits. The ledger stores the text, so a change to these rules needs a migration.
 */
export function nameOrder(name: string): string {
  // converts to upper case first, because that turns ß into SS
  const letters = name.normalize('NFKD').replace(ACCENTS, '').toUpperCase().toLowerCase();
  return letters.replace(/\d+/g, (run) => {
    const digits = run.replace(/^0+(?=\d)/, '');
    return String(digits.length).padStart(COUNT_DIGITS, '0') + digits;
  });
}
