/** Longest pause in ms between two attempts. */
const LONGEST = 60_000;

/**
 * Returns the ms before the next attempt after `tries` attempts without success: 2 s, then twice as
 * long each time.
 */
export function pauseBefore(tries: number, retryAfterMs = 0): number {
  return Math.max(retryAfterMs, Math.min(LONGEST, 1000 * 2 ** tries));
}
