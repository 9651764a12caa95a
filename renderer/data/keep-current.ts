import type { StudioChange } from '#shared/ipc.ts';
import type { Studio } from './studio.svelte.ts';

/** A query whose answer is kept current. */
export interface CurrentQuery<Query> {
  /** Whether a change in the studio may affect the answer. */
  concerns(changed: StudioChange): boolean;
  /** Called after such a change, before `load`. */
  onChange?(): void;
  /** Minimum number of milliseconds between two calls of `load`, for expensive answers; 0 by default. */
  readonly pace?: number;
  /** Sends all requests that are needed for a current answer; stops early when `signal` is aborted. */
  load(query: Query, signal: AbortSignal): Promise<void>;
}

/** A query that is being kept current. */
export interface Subscription {
  /** Calls `load` now, or once more after the call in progress. */
  reload(): void;
  stop(): void;
}

/**
 * Calls `load` now and after each change that concerns the query. Calls never overlap, so changes in quick succession
 * share one call.
 */
export function keepCurrent<Query>(
  studio: Studio,
  query: Query,
  { concerns, onChange, pace = 0, load }: CurrentQuery<Query>,
): Subscription {
  const leaving = new AbortController();
  let isLoading = false;
  let isStale = false;

  async function loadUntilCurrent(): Promise<void> {
    isLoading = true;
    while (isStale && !leaving.signal.aborted) {
      isStale = false;
      await load(query, leaving.signal);
      if (pace > 0) await pause(pace, leaving.signal);
    }
    isLoading = false;
  }
  function reload(): void {
    isStale = true;
    if (!isLoading) void loadUntilCurrent();
  }

  reload();
  const unlisten = studio.onChange((changed) => {
    if (changed !== null && !concerns(changed)) return;
    onChange?.();
    reload();
  });
  return {
    reload,
    stop() {
      unlisten();
      leaving.abort();
    },
  };
}

/** Resolves after `ms`, or when the signal is aborted. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    resolve();
  });
  return promise;
}
