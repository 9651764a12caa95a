/** Pictures that are fetched at once; a browser has no more connections to one host. */
const AT_ONCE = 6;

/**
 * Has pictures of a list fetched a few at a time: a browser goes on with what was asked for and has been
 * scrolled past since, so that what is looked at would come last.
 */
export interface FetchQueue {
  /**
   * Calls `begin` when its turn has come, which lasts until `begin` calls back. What is returned gives up a
   * turn that has not come yet.
   */
  take(begin: (done: () => void) => void): () => void;
}

export function createFetchQueue(atOnce = AT_ONCE): FetchQueue {
  /** In the order they were asked for. */
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
