import type { Clock } from '../../base/clock.ts';

/** Jobs that wait for a time, and may be woken before it comes. */
export interface Sleepers {
  /** Resolves after `ms`, when woken, or when `signal` aborts. */
  sleep(jobId: number, ms: number, signal: AbortSignal): Promise<void>;
  /** Without a job: all of them. */
  wake(jobId?: number): void;
}

export function createSleepers(clock: Clock): Sleepers {
  const asleep = new Map<number, AbortController>();
  return {
    async sleep(jobId, ms, signal) {
      const woken = new AbortController();
      asleep.set(jobId, woken);
      const stop = () => woken.abort();
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
      await clock.sleep(ms, woken.signal);
      signal.removeEventListener('abort', stop);
      asleep.delete(jobId);
    },
    wake(jobId) {
      if (jobId === undefined) for (const woken of asleep.values()) woken.abort();
      else asleep.get(jobId)?.abort();
    },
  };
}
