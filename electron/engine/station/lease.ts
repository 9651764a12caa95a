import type { Clock } from '../../base/clock.ts';
import type { Lease } from '../../adapters/shared-studio/types.ts';

/**
 * Fraction of a lease that is not used, because clocks run at different speeds and a request takes time to reach the
 * service.
 */
const MARGIN = 1 / 6;

/**
 * The station's lease. Its duration is counted from the moment before the lease was requested, so that the lease ends
 * here before it ends in the database. The monotonic clock of some systems stops while the computer sleeps, so the
 * lease is valid only while the wall clock agrees.
 */
export class HeldLease {
  readonly #clock: Pick<Clock, 'mono' | 'wall'>;
  #held: { readonly lease: Lease; readonly mono: number; readonly wall: number } | null = null;

  constructor(clock: Pick<Clock, 'mono' | 'wall'>) {
    this.#clock = clock;
  }

  /** The latest lease, even if it has ended. */
  get last(): Lease | null {
    return this.#held?.lease ?? null;
  }

  /** The lease; null if it has ended. */
  get valid(): Lease | null {
    if (this.#held === null) return null;
    const { lease, mono, wall } = this.#held;
    const passed = Math.max(this.#clock.mono() - mono, this.#clock.wall() - wall);
    return passed < lease.ms * (1 - MARGIN) ? lease : null;
  }

  /** Call before requesting a lease. Returns a function that takes the lease in the answer. */
  request(): (lease: Lease) => void {
    const asked = { mono: this.#clock.mono(), wall: this.#clock.wall() };
    return (lease) => (this.#held = { lease, ...asked });
  }

  lose(): void {
    this.#held = null;
  }
}
