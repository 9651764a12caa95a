import { noLongerNeeded, type Clock } from './clock.ts';

/** A deadline for the stages of one request, combined with the caller's abort signal. */
export interface Limit {
  /** Aborts when the time is up or when the caller's signal aborts. */
  readonly signal: AbortSignal;
  /** Returns why the limit was reached; null if it was not reached. */
  readonly ended: () => 'timeout' | 'aborted' | null;
  /** Sets the deadline of the next stage to `ms` from now, replacing the previous one. */
  within(ms: number): void;
  /** Returns the promise's result, or rejects as soon as the limit is reached. */
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
      phase.abort(noLongerNeeded);
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
      phase.abort(noLongerNeeded);
      outer.removeEventListener('abort', abort);
    },
  };
}
