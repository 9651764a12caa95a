import type { Clock } from '#electron/base/clock.ts';

/**
 * Returns a clock on which sleeping takes no real time; `slept` lists how long each sleep was, in
 * ms and in order.
 */
export function virtualClock(): Clock & { readonly slept: readonly number[] } {
  let now = 0;
  const slept: number[] = [];
  return {
    slept,
    wall: () => Date.UTC(2026, 0, 1) + now,
    mono: () => now,
    sleep(ms, signal) {
      if (signal?.aborted === true) return Promise.resolve();
      slept.push(ms);
      // moves the time only after all code that can run now has run
      return new Promise((resolve) => {
        setImmediate(() => {
          now += ms;
          resolve();
        });
      });
    },
  };
}
