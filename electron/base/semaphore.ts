interface Waiter<Holder> {
  readonly holder: Holder;
  readonly priority: number;
  readonly admit: () => void;
}

/**
 * A concurrency limit: admits at most `limit` holders at the same time. The limit may change.
 * Higher priorities enter first; equal priorities enter in order of arrival.
 */
export class Semaphore<Holder = unknown> {
  readonly #limit: () => number;
  readonly #holders = new Set<Holder>();
  /** Waiters in the order in which they will enter. */
  readonly #waiters: Waiter<Holder>[] = [];

  constructor(limit: number | (() => number)) {
    this.#limit = typeof limit === 'number' ? () => limit : limit;
  }

  /** Runs `work` while holding a place, and returns its result. */
  async run<T>(work: () => Promise<T>, priority = 0): Promise<T> {
    const holder = {} as Holder;
    await this.enter(holder, { priority });
    try {
      return await work();
    } finally {
      this.leave(holder);
    }
  }

  /** Resolves to true once `holder` has a place, or to false if `signal` aborts first. */
  enter(
    holder: Holder,
    { priority = 0, signal }: { readonly priority?: number; readonly signal?: AbortSignal } = {},
  ): Promise<boolean> {
    if (this.#holders.has(holder)) return Promise.resolve(true);
    if (signal?.aborted === true) return Promise.resolve(false);
    return new Promise((resolve) => {
      const giveUp = () => {
        this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
        resolve(false);
      };
      const admit = () => {
        signal?.removeEventListener('abort', giveUp);
        resolve(true);
      };
      const waiter = { holder, priority, admit };
      signal?.addEventListener('abort', giveUp, { once: true });
      const before = this.#waiters.findLastIndex((other) => other.priority >= priority);
      this.#waiters.splice(before + 1, 0, waiter);
      this.admit();
    });
  }

  /** Gives `holder` a place immediately, even beyond the limit. */
  hold(holder: Holder): void {
    this.#holders.add(holder);
  }

  /** Releases the place of `holder`, if it has one. */
  leave(holder: Holder): void {
    if (this.#holders.delete(holder)) this.admit();
  }

  /** Admits as many waiters as there is room for; call when the limit has changed. */
  admit(): void {
    while (this.#holders.size < this.#limit()) {
      const first = this.#waiters.shift();
      if (first === undefined) return;
      this.#holders.add(first.holder);
      first.admit();
    }
  }

  /** Returns the number of waiters. */
  waiting(): number {
    return this.#waiters.length;
  }

  isUnused(): boolean {
    return this.#holders.size === 0 && this.#waiters.length === 0;
  }
}

/** Runs work of the same key in sequence, and work of different keys in parallel. */
export class KeyedMutex {
  readonly #semaphores = new Map<string, Semaphore>();

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const turn = this.#semaphores.get(key) ?? new Semaphore(1);
    this.#semaphores.set(key, turn);
    return turn.run(work).finally(() => {
      if (turn.isUnused()) this.#semaphores.delete(key);
    });
  }
}
