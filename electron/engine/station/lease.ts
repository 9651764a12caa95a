import type { Clock } from '../../base/clock.ts';
import type { Lease } from '../../adapters/shared-studio/types.ts';

/**
 * Fraction of a lease that is not used, because clocks run at different speeds and a request takes time to reach the
 * service.
 */
const MARGIN = 1 / 6;

type Clocks = Pick<Clock, 'mono' | 'wall'>;

/** A moment by both clocks of this computer, in ms. */
export interface Moment {
  readonly mono: number;
  readonly wall: number;
}

export function momentOf(clock: Clocks): Moment {
  return { mono: clock.mono(), wall: clock.wall() };
}

/**
 * Returns whether what the database granted for `ms` at this moment still holds here. The monotonic clock of some systems
 * stops while the computer sleeps, and the wall clock may be set back, so both must agree.
 */
export function stillHolds(clock: Clocks, { mono, wall }: Moment, ms: number): boolean {
  return Math.max(clock.mono() - mono, clock.wall() - wall) < ms * (1 - MARGIN);
}

/**
 * The station's lease. Its duration is counted from the moment before the lease was requested, so that the lease ends
 * here before it ends in the database.
 */
export class HeldLease {
  readonly #clock: Clocks;
  #held: { readonly lease: Lease; readonly since: Moment } | null = null;

  constructor(clock: Clocks) {
    this.#clock = clock;
  }

  /** The latest lease, even if it has ended. */
  get last(): Lease | null {
    return this.#held?.lease ?? null;
  }

  /** The lease; null if it has ended. */
  get valid(): Lease | null {
    if (this.#held === null) return null;
    const { lease, since } = this.#held;
    return stillHolds(this.#clock, since, lease.ms) ? lease : null;
  }

  /** Call before requesting a lease. Returns a function that takes the lease in the answer. */
  request(): (lease: Lease) => void {
    const since = momentOf(this.#clock);
    return (lease) => (this.#held = { lease, since });
  }

  lose(): void {
    this.#held = null;
  }
}
