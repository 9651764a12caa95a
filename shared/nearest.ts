/** Returns the number of edits (inserting, deleting or replacing a character) that turn `a` into `b`. */
function distance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const replaced = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}

/** Maximum length of a word for which a suggestion is made; no valid name is longer. */
const longestWord = 64;

/**
 * Returns the word that was probably meant, ignoring case; null if none is similar, i.e. more than a third of the
 * letters differ.
 */
export function nearest(word: string, words: readonly string[]): string | null {
  if (word.length > longestWord) return null;
  let best: { word: string; edits: number } | undefined;
  for (const candidate of words) {
    const edits = distance(word.toLowerCase(), candidate.toLowerCase());
    if (edits <= Math.max(1, candidate.length / 3) && (best === undefined || edits < best.edits)) {
      best = { word: candidate, edits };
    }
  }
  return best?.word ?? null;
}
