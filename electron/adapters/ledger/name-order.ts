/** A run of digits leads with how many they are; a file name has at most 255 characters. */
const COUNT_DIGITS = 3;
/** Accents of Latin, Greek and Cyrillic letters, and the voicing marks of kana. */
const ACCENTS = /[\u0300-\u036f\u3099\u309a]/gu;

/**
 * The text that a photo's name is put in order by, compared code point by code point: `IMG_2` stands
 * before `IMG_10`, `É` beside `e`, full-width forms beside plain ones, Chinese characters in the order
 * of Unicode, which is that of radicals and strokes. Names that differ in nothing else have the same.
 *
 * It is the name decomposed (NFKD), without accents and case, each run of digits without leading zeros
 * and with the number of its digits before it. The ledger keeps it: another rule needs a migration.
 */
export function nameOrder(name: string): string {
  // upper case first: it makes SS of ß
  const letters = name.normalize('NFKD').replace(ACCENTS, '').toUpperCase().toLowerCase();
  return letters.replace(/\d+/g, (run) => {
    const digits = run.replace(/^0+(?=\d)/, '');
    return String(digits.length).padStart(COUNT_DIGITS, '0') + digits;
  });
}
