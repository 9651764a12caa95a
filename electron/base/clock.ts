/**
 * The time, passed as an argument. Code that waits or records a time takes a `Clock`. Only the
 * composition root uses `systemClock`; the simulator has its own clock.
 */
export interface Clock {
  /**
   * Returns the wall-clock time in ms since 1970. May jump in either direction, so it is used for
   * dates on screen and never for waiting.
   */
  wall(): number;
  /**
   * Returns the monotonic time of this process in ms. Never jumps, so it is used for deadlines,
   * backoff and the doubt window.
   */
  mono(): number;
  /** Resolves after `ms`, or immediately when `signal` aborts. Never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/**
 * The reason with which a sleep is ended whose time limit is no longer needed. Without a reason, each abort would create
 * an error with a stack that nobody reads, which took 8 % of the main process's time in a
 * profile of a hot folder.
 */
export const noLongerNeeded = 'no longer needed';

/** Longest time in ms that Node's timers support; a longer timer would end after 1 ms. */
const LONGEST_TIMER = 2_147_483_647;

export const systemClock: Clock = {
  wall: () => Date.now(),
  mono: () => performance.now(),
  sleep(ms, signal) {
    if (signal?.aborted === true) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      const timer = setTimeout(wake, Math.min(Math.max(0, ms), LONGEST_TIMER));
      signal?.addEventListener('abort', wake, { once: true });
    });
  },
};
