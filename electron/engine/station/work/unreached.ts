import type { Clock } from '../../../base/clock.ts';

/** Time in ms for which a hot folder, or a photo for the first time, is left out after it could not be reached. */
const AWAY = 30_000;
/** Maximum time in ms for which a photo is left out; the time doubles with each attempt. */
const LONGEST = 10 * 60_000;

interface Attempts {
  readonly count: number;
  /** Monotonic ms until which the photo is left out. */
  readonly until: number;
}

/** Remembers what this station could not reach, so that it takes other photos meanwhile. */
export class Unreached {
  readonly #clock: Clock;
  readonly #photos = new Map<string, Attempts>();
  /** Monotonic ms until which a hot folder is left out, by its key. */
  readonly #folders = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Leaves out a photo, by its key, longer with each attempt. */
  leavePhoto(key: string): void {
    const { count = 0 } = this.#photos.get(key) ?? {};
    const until = this.#clock.mono() + Math.min(AWAY * 2 ** count, LONGEST);
    this.#photos.set(key, { count: count + 1, until });
  }

  leaveFolder(key: string): void {
    this.#folders.set(key, this.#clock.mono() + AWAY);
  }

  /** Returns whether a photo was left out before. */
  has(key: string): boolean {
    return this.#photos.has(key);
  }

  forget(key: string): void {
    this.#photos.delete(key);
  }

  /** Returns the keys of the photos that are left out now, and forgets those of which nothing was heard for long. */
  photos(): string[] {
    const now = this.#clock.mono();
    for (const [key, { until }] of this.#photos) {
      if (until + LONGEST < now) this.#photos.delete(key);
    }
    return [...this.#photos].filter(([, { until }]) => until > now).map(([key]) => key);
  }

  /** Returns the keys of the hot folders that are left out now. */
  folders(): string[] {
    const now = this.#clock.mono();
    return [...this.#folders].filter(([, until]) => until > now).map(([key]) => key);
  }
}
