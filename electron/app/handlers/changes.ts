import type { Changed } from '#shared/ipc.ts';
import type { Clock } from '../../base/clock.ts';

export type Part = Changed['parts'][number];

/** What changed, gathered for the screens. */
export interface Changes {
  touch(part: Part): void;
  touchJob(jobId: number): void;
  /** Calls `listener` with what was gathered until the function it returns is called. */
  onChange(listener: (changed: Changed) => void): () => void;
  close(): void;
}

/** ms between two announcements. */
const EVERY = 50;
/** Jobs that are named one by one; of more a screen asks for what it shows. */
const MOST_JOBS = 200;

/** The first change after a pause is told at once, the others with what came in the meantime. */
export function gatherChanges(clock: Clock): Changes {
  const listeners = new Set<(changed: Changed) => void>();
  const closing = new AbortController();
  let parts = new Set<Part>();
  let jobs = new Set<number>();
  let isTelling = false;
  let toldAt = -Infinity;

  const tell = async () => {
    if (isTelling) return;
    isTelling = true;
    await clock.sleep(toldAt + EVERY - clock.mono(), closing.signal);
    isTelling = false;
    if (closing.signal.aborted) return;
    toldAt = clock.mono();
    const changed: Changed = {
      parts: [...parts],
      jobs: jobs.size > MOST_JOBS ? null : [...jobs],
    };
    parts = new Set();
    jobs = new Set();
    for (const listener of listeners) listener(changed);
  };

  return {
    touch(part) {
      parts.add(part);
      void tell();
    },
    touchJob(jobId) {
      if (jobs.size <= MOST_JOBS) jobs.add(jobId);
      void tell();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close() {
      closing.abort();
      listeners.clear();
    },
  };
}
