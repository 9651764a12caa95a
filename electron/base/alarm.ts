import type { Clock } from './clock.ts';

/**
 * Waits for `ms`. Ends earlier if the alarm rings, if it has rung since this listener's last wait,
 * or if `signal` aborts.
 */
export type Rest = (ms: number, signal: AbortSignal) => Promise<void>;

/** Ends the current wait of every listener. */
export interface Alarm {
  /**
   * Returns a function that waits for this listener. If the alarm rings while the listener is busy,
   * its next wait ends immediately.
   */
  listen(): Rest;
  ring(): void;
}

export function createAlarm(clock: Clock): Alarm {
  const resting = new Set<AbortController>();
  let rings = 0;
  return {
    listen() {
      let heard = rings;
      return async (ms, signal) => {
        const woken = new AbortController();
        const wake = () => woken.abort();
        if (signal.aborted || heard < rings) wake();
        signal.addEventListener('abort', wake, { once: true });
        resting.add(woken);
        await clock.sleep(ms, woken.signal);
        resting.delete(woken);
        signal.removeEventListener('abort', wake);
        heard = rings;
      };
    },
    ring() {
      rings += 1;
      for (const woken of resting) woken.abort();
    },
  };
}
