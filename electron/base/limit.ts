import type { Clock } from './clock.ts';

/** A deadline and somebody's abort signal in one, for the phases of one request. */
export interface Limit {
  /** Aborts when the time is up or the outer signal does. */
  readonly signal: AbortSignal;
  /** Why it ended, if it did. */
  readonly ended: () => 'timeout' | 'aborted' | null;
  /** Gives the next phase `ms` from now, in place of what was left of the last. */
  within(ms: number): void;
  /** The promise, or a rejection as soon as the limit is reached, whichever is first. */
  race<T>(promise: Promise<T>): Promise<T>;
  /** Stops the timer and removes every listener. */
  close(): void;
}

export function limit(clock: Clock, outer: AbortSignal): Limit {
  const inner = new AbortController();
  let ended: 'timeout' | 'aborted' | null = null;
  let phase = new AbortController();

  const end = (why: 'timeout' | 'aborted') => {
    if (ended !== null) return;
    ended = why;
    inner.abort(new Error(why === 'timeout' ? 'the time is up' : 'aborted'));
  };
  const expire = async (ms: number, cancelled: AbortSignal) => {
    await clock.sleep(ms, cancelled);
    if (!cancelled.aborted) end('timeout');
  };
  const abort = () => end('aborted');
  if (outer.aborted) abort();
  else outer.addEventListener('abort', abort, { once: true });

  return {
    signal: inner.signal,
    ended: () => ended,
    within(ms) {
      phase.abort();
      const mine = new AbortController();
      phase = mine;
      void expire(ms, mine.signal);
    },
    async race(promise) {
      let stop = () => {};
      const reached = new Promise<never>((_resolve, reject) => {
        stop = () => reject(inner.signal.reason as Error);
        if (inner.signal.aborted) stop();
        else inner.signal.addEventListener('abort', stop, { once: true });
      });
      try {
        return await Promise.race([promise, reached]);
      } finally {
        inner.signal.removeEventListener('abort', stop);
      }
    },
    close() {
      phase.abort();
      outer.removeEventListener('abort', abort);
    },
  };
}
