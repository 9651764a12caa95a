import type { Clock } from '../../base/clock.ts';

/**
 * Returns a function to call on every change. It runs `look` soon, but at most once per `every` ms, and once more after
 * the last change. After `signal` aborts, it runs nothing.
 */
export function throttle(
  every: number,
  look: () => Promise<void>,
  clock: Clock,
  signal: AbortSignal,
): () => void {
  let isDue = false;
  let isRunning = false;

  const run = async () => {
    isRunning = true;
    try {
      while (isDue && !signal.aborted) {
        isDue = false;
        await look();
        await clock.sleep(every, signal);
      }
    } finally {
      isRunning = false;
    }
  };
  return () => {
    isDue = true;
    if (!isRunning) void run();
  };
}
