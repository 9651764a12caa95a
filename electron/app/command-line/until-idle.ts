import { systemClock } from '../../base/clock.ts';

/** ms between two checks. */
const LOOK = 200;

/**
 * Resolves when `isIdle` has held for `seconds` without a break, or on abort; with null only
 * on abort.
 */
export async function untilIdle(
  isIdle: () => boolean,
  seconds: number | null,
  signal: AbortSignal,
): Promise<void> {
  const patience = seconds === null ? Infinity : seconds * 1000;
  let idleSince = systemClock.mono();
  while (!signal.aborted) {
    const now = systemClock.mono();
    if (!isIdle()) idleSince = now;
    if (now - idleSince >= patience) return;
    await systemClock.sleep(LOOK, signal);
  }
}
