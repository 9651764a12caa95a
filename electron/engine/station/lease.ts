import type { Clock } from '../../base/clock.ts';
import type { Lease } from '../../adapters/shared-studio/types.ts';

/** Part of a lease that is not used, for clocks that run at different speeds and for the way to the service. */
const MARGIN = 1 / 6;

/**
 * The station's lease. Its end is counted from before it was requested, so that it ends here before it ends in the
 * database. The monotonic clock of some systems stops while the computer sleeps, so the wall clock must agree.
 */
export class HeldLease {
  readonly #clock: Pick<Clock, 'mono' | 'wall'>;
  #held: { readonly lease: Lease; readonly mono: number; readonly wall: number } | null = null;

  constructor(clock: Pick<Clock, 'mono' | 'wall'>) {
    this.#clock = clock;
  }

  /** The last lease, whether or not it has ended. */
  get last(): Lease | null {
    return this.#held?.lease ?? null;
  }

  /** The lease if it has not ended. */
  get valid(): Lease | null {
    if (this.#held === null) return null;
    const { lease, mono, wall } = this.#held;
    const passed = Math.max(this.#clock.mono() - mono, this.#clock.wall() - wall);
    return passed < lease.ms * (1 - MARGIN) ? lease : null;
  }

  /** Returns a function that takes the answer to a request for a lease that is sent now. */
  request(): (lease: Lease) => void {
    const asked = { mono: this.#clock.mono(), wall: this.#clock.wall() };
    return (lease) => (this.#held = { lease, ...asked });
  }

  lose(): void {
    this.#held = null;
  }
}
