/**
 * The executions the service may be working on at once. A job enters before it executes and leaves
 * when its executions have ended (or are in doubt, where nothing is known to be running).
 */
export interface Flights {
  /** Resolves true once there is a free place, the highest priority first; false on abort. */
  enter(jobId: number, priority: number, signal: AbortSignal): Promise<boolean>;
  /** Counts a job whose execution is under way already, beyond the limit if need be. */
  assume(jobId: number): void;
  leave(jobId: number): void;
  /** Jobs that wait for a place. */
  waiting(): number;
  /** There may be more places now. */
  limitChanged(): void;
}

interface Waiter {
  readonly jobId: number;
  readonly priority: number;
  readonly go: (entered: boolean) => void;
}

export function createFlights(limit: () => number): Flights {
  const inFlight = new Set<number>();
  const waiters: Waiter[] = [];

  const letIn = () => {
    while (waiters.length > 0 && inFlight.size < limit()) {
      const first = waiters.reduce((a, b) => (b.priority > a.priority ? b : a));
      waiters.splice(waiters.indexOf(first), 1);
      inFlight.add(first.jobId);
      first.go(true);
    }
  };

  return {
    enter(jobId, priority, signal) {
      if (inFlight.has(jobId)) return Promise.resolve(true);
      if (signal.aborted) return Promise.resolve(false);
      return new Promise((resolve) => {
        const onAbort = () => {
          const at = waiters.indexOf(waiter);
          if (at >= 0) waiters.splice(at, 1);
          resolve(false);
        };
        const waiter: Waiter = {
          jobId,
          priority,
          go: (entered) => {
            signal.removeEventListener('abort', onAbort);
            resolve(entered);
          },
        };
        signal.addEventListener('abort', onAbort, { once: true });
        waiters.push(waiter);
        letIn();
      });
    },
    assume: (jobId) => {
      inFlight.add(jobId);
    },
    leave(jobId) {
      if (inFlight.delete(jobId)) letIn();
    },
    waiting: () => waiters.length,
    limitChanged: letIn,
  };
}

/** At most `size` of something at once, in the order of asking. */
export interface Pool {
  run<T>(work: () => Promise<T>): Promise<T>;
}

export function createPool(size: number): Pool {
  let busy = 0;
  const queue: (() => void)[] = [];
  return {
    async run(work) {
      if (busy >= size) await new Promise<void>((resolve) => queue.push(resolve));
      else busy += 1;
      try {
        return await work();
      } finally {
        const next = queue.shift();
        if (next === undefined) busy -= 1;
        else next();
      }
    },
  };
}
