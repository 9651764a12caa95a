import { endOfAll } from '../../base/closing.ts';

/** Background tasks that no caller waits for. */
export interface BackgroundWork {
  /** Returns a promise that resolves when the task has ended; it never rejects. */
  begin(work: (signal: AbortSignal) => Promise<unknown>): Promise<unknown>;
  /** Aborts the current tasks and waits for them. */
  end(): Promise<void>;
}

/** Creates the list of background tasks; `onBug` receives each error that a task throws. */
export function createBackgroundWork(onBug: (error: unknown) => void): BackgroundWork {
  let leaving = new AbortController();
  const underWay = new Set<Promise<unknown>>();
  return {
    begin(work) {
      const done: Promise<unknown> = work(leaving.signal)
        .catch(onBug)
        .finally(() => underWay.delete(done));
      underWay.add(done);
      return done;
    },
    async end() {
      leaving.abort();
      leaving = new AbortController();
      await endOfAll(underWay);
    },
  };
}
