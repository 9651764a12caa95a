import type { Clock } from '#electron/base/clock.ts';

/** Time that passes only by sleeping, without waiting; `slept` holds every wait in order, ms. */
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
      // Not before all that is ready to run now has run.
      return new Promise((resolve) => {
        setImmediate(() => {
          now += ms;
          resolve();
        });
      });
    },
  };
}
