/** Number of parallel fetches. Browsers open at most this many connections to a host. */
const AT_ONCE = 6;

/**
 * Loads the pictures of a list a few at a time. Without this queue, a browser would load the pictures of all cells that
 * have been scrolled past before it loads the visible pictures.
 */
export interface FetchQueue {
  /**
   * Requests a fetch. Calls `begin` when the fetch may start; `begin` must call `done` when the fetch has ended.
   * Returns a function that withdraws the request if the fetch has not started.
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
