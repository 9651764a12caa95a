import type { Clock } from '#electron/base/clock.ts';
import { Semaphore } from '#electron/base/semaphore.ts';

/** Limits the requests per second to one host, in order of arrival. */
export interface RateLimit {
  /** Resolves to true when the request may be sent, or to false if the signal aborts first. */
  take(signal: AbortSignal): Promise<boolean>;
}

/**
 * Creates a token bucket that holds one second's worth of requests, so that a short burst isn't delayed.
 */
export function rateLimit(perSecond: number, clock: Clock): RateLimit {
  const interval = 1000 / perSecond;
  const burst = Math.max(1, perSecond) * interval;
  const next = new Semaphore(1);
  let nextFree = clock.mono();

  return {
    async take(signal) {
      const request = {};
      if (!(await next.enter(request, { signal }))) return false;
      try {
        for (;;) {
          if (signal.aborted) return false;
          const wait = nextFree + interval - burst - clock.mono();
          if (wait <= 0) break;
          await clock.sleep(wait, signal);
        }
        nextFree = Math.max(nextFree, clock.mono()) + interval;
        return true;
      } finally {
        next.leave(request);
      }
    },
  };
}
