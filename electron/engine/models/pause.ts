/** Longest pause between two tries, ms. */
const LONGEST = 60_000;

/** ms before the next try after so many that came to nothing: 2 s, then twice as long each time. */
export function pauseBefore(tries: number, retryAfterMs = 0): number {
  return Math.max(retryAfterMs, Math.min(LONGEST, 1000 * 2 ** tries));
}
