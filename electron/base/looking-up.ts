/**
 * Returns a text in the form used for looking up names: without regard to case, width of letters
 * and accents.
 */
export function lookedUp(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
