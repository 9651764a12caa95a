import type { Clock } from './clock.ts';

/**
 * Resolves after `ms`, or earlier: when the alarm rings or has rung since the last rest, or when
 * `signal` aborts.
 */
export type Rest = (ms: number, signal: AbortSignal) => Promise<void>;

/** Ends the rest of every listener. */
export interface Alarm {
  /** Returns a rest that also ends immediately if the alarm rang while its caller was busy. */
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
