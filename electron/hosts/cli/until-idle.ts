import { systemClock } from '../../base/clock.ts';

/** ms between two looks. */
const LOOK = 200;

/**
 * Resolves when `isIdle` has held for `seconds` without a break, or on abort; without `seconds` only
 * on abort.
 */
export async function untilIdle(
  isIdle: () => boolean,
  seconds: number | undefined,
  signal: AbortSignal,
): Promise<void> {
  const patience = seconds === undefined ? Infinity : seconds * 1000;
  let idleSince = systemClock.mono();
  while (!signal.aborted) {
    const now = systemClock.mono();
    if (!isIdle()) idleSince = now;
    if (now - idleSince >= patience) return;
    await systemClock.sleep(LOOK, signal);
  }
}
