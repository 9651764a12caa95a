import type { Clock } from '#electron/base/clock.ts';
import { Semaphore } from '#electron/base/semaphore.ts';

/** Limits the requests per second to one host, in order of arrival. */
export interface RateLimit {
  /** Resolves to true when the request may be sent, or to false if the signal aborts first. */
  take(signal: AbortSignal): Promise<boolean>;
}

/** Time in ms after which a request that waits sees a changed limit. */
const LOOK = 100;

/**
 * Creates a token bucket that holds one second's worth of requests, so that a short burst isn't delayed. `perSecond`
 * returns the limit, which may change.
 */
export function rateLimit(perSecond: () => number, clock: Clock): RateLimit {
  /** Returns the time in ms between two requests, and the time for which a burst may be ahead. */
  const spacing = () => {
    const interval = 1000 / perSecond();
    return { interval, burst: Math.max(1000, interval) };
  };
  const next = new Semaphore(1);
  let nextFree = clock.mono();

  return {
    async take(signal) {
      const request = {};
      if (!(await next.enter(request, { signal }))) return false;
      try {
        for (;;) {
          if (signal.aborted) return false;
          const { interval, burst } = spacing();
          // after a lower limit, a request waits no longer than the current one requires
          nextFree = Math.min(nextFree, clock.mono() + burst);
          const wait = nextFree + interval - burst - clock.mono();
          if (wait <= 0) {
            nextFree = Math.max(nextFree, clock.mono()) + interval;
            return true;
          }
          await clock.sleep(Math.min(wait, LOOK), signal);
        }
      } finally {
        next.leave(request);
      }
    },
  };
}
