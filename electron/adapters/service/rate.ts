import type { Clock } from '#electron/base/clock.ts';

/** A limit on requests per second to one host, first come first served. */
export interface RateLimit {
  /** Resolves true when a request may leave, false when the signal aborts first. */
  take(signal: AbortSignal): Promise<boolean>;
}

/** A token bucket that holds one second's worth, so that a short burst is not slowed down. */
export function rateLimit(perSecond: number, clock: Clock): RateLimit {
  const interval = 1000 / perSecond;
  const burst = Math.max(1, perSecond) * interval;
  const line: (() => void)[] = [];
  let nextFree = clock.mono();
  let serving = false;

  async function serve(): Promise<void> {
    serving = true;
    while (line.length > 0) {
      const wait = nextFree + interval - burst - clock.mono();
      if (wait > 0) {
        await clock.sleep(wait);
        continue;
      }
      nextFree = Math.max(nextFree, clock.mono()) + interval;
      line.shift()?.();
    }
    serving = false;
  }

  return {
    take(signal) {
      if (signal.aborted) return Promise.resolve(false);
      return new Promise((resolve) => {
        const leave = () => {
          line.splice(line.indexOf(go), 1);
          resolve(false);
        };
        const go = () => {
          signal.removeEventListener('abort', leave);
          resolve(true);
        };
        signal.addEventListener('abort', leave, { once: true });
        line.push(go);
        if (!serving) void serve();
      });
    },
  };
}
