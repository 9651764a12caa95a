interface Waiter<Holder> {
  readonly holder: Holder;
  readonly priority: number;
  readonly admit: () => void;
}

/**
 * A concurrency limit: at most `limit` holders are admitted at the same time. The limit may change.
 * Waiters with a higher priority are admitted first; waiters with equal priority, in order of
 * arrival.
 */
export class Semaphore<Holder = unknown> {
  readonly #limit: () => number;
  readonly #holders = new Set<Holder>();
  /** Waiters in the order in which they will be admitted. */
  readonly #waiters: Waiter<Holder>[] = [];

  constructor(limit: number | (() => number)) {
    this.#limit = typeof limit === 'number' ? () => limit : limit;
  }

  /** Runs `work` as a holder, and returns its result. */
  async run<T>(work: () => Promise<T>, priority = 0): Promise<T> {
    const holder = {} as Holder;
    await this.enter(holder, { priority });
    try {
      return await work();
    } finally {
      this.leave(holder);
    }
  }

  /** Resolves to true once `holder` is admitted, or to false if `signal` aborts first. */
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

  /** Admits `holder` immediately, even beyond the limit. */
  hold(holder: Holder): void {
    this.#holders.add(holder);
  }

  /** Removes `holder`, if it is admitted, so that a waiter can be admitted. */
  leave(holder: Holder): void {
    if (this.#holders.delete(holder)) this.admit();
  }

  /** Admits as many waiters as the limit allows; call this when the limit has changed. */
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

/** Runs work with the same key in sequence, and work with different keys in parallel. */
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
