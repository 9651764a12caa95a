import { endOfAll } from '../../base/closing.ts';

/** Work in the background that no caller awaits. */
export interface BackgroundWork {
  begin(work: (signal: AbortSignal) => Promise<unknown>): void;
  /** Aborts the current work and waits for it. */
  end(): Promise<void>;
}

/** Creates the list of background tasks; `onBug` receives what a task threw. */
export function createBackgroundWork(onBug: (error: unknown) => void): BackgroundWork {
  let leaving = new AbortController();
  const underWay = new Set<Promise<unknown>>();
  return {
    begin(work) {
      const done: Promise<unknown> = work(leaving.signal)
        .catch(onBug)
        .finally(() => underWay.delete(done));
      underWay.add(done);
    },
    async end() {
      leaving.abort();
      leaving = new AbortController();
      await endOfAll(underWay);
    },
  };
}
