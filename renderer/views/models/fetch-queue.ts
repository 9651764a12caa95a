/** Number of parallel fetches; a browser opens no more connections to one host. */
const AT_ONCE = 6;

/**
 * Loads the pictures of a list a few at a time. Without the queue, a browser would finish all earlier
 * requests, including requests for cells that were scrolled past, before the visible ones.
 */
export interface FetchQueue {
  /**
   * Calls `begin` when the fetch may start; the fetch ends when it calls `done`. Returns a function that
   * withdraws a request that has not started.
   */
  take(begin: (done: () => void) => void): () => void;
}

export function createFetchQueue(atOnce = AT_ONCE): FetchQueue {
  /** The requests that have not started, in order. */
  const waiting = new Set<() => void>();
  let begun = 0;

  const next = () => {
    for (const begin of waiting) {
      if (begun >= atOnce) return;
      waiting.delete(begin);
      begun += 1;
      begin();
    }
  };

  return {
    take(begin) {
      let isDone = false;
      const done = () => {
        if (isDone) return;
        isDone = true;
        begun -= 1;
        next();
      };
      const turn = () => begin(done);
      waiting.add(turn);
      next();
      return () => void waiting.delete(turn);
    },
  };
}
