/** Returns a text as names are looked up: without regard to case, width of letters and accents. */
export function lookedUp(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
