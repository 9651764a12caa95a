import { systemClock } from '../../base/clock.ts';

/** Interval in ms between two checks. */
const LOOK = 200;

/**
 * Resolves when `isIdle` has been true for `seconds` without interruption, or after an abort. If `seconds` is null,
 * resolves only after an abort.
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
