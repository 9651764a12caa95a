import { endOfAll } from '../../base/closing.ts';

/** Work that nobody waits for, until it is ended. */
export interface BackgroundWork {
  begin(work: (signal: AbortSignal) => Promise<unknown>): void;
  /** Aborts what is under way and waits for it. */
  end(): Promise<void>;
}

/** `onBug` is told what a task threw. */
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
