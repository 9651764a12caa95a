import { problemOf } from '#shared/failure.ts';
import type { Problem } from '#shared/problem.ts';
import type { SharedStudio } from '../../adapters/shared-studio/types.ts';
import type { Clock } from '../../base/clock.ts';

/** Difference in ms from the database's clock above which the user is told. */
const MOST = 5 * 60_000;
/** Time in ms between two comparisons under the same lease. */
const EVERY = 60 * 60_000;

interface Parts {
  readonly shared: Pick<SharedStudio, 'now'>;
  readonly clock: Clock;
  readonly tell: (problem: Problem) => void;
}

/** Compares this computer's clock with the database's, which decides the day for which purchases count. */
export class ClockCheck {
  readonly #parts: Parts;
  /** Monotonic ms of the next comparison. */
  #nextAt = 0;
  #isTold = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Compares the clocks if it is time, and tells the user once if they differ much. Problem told: station-clock. */
  async run(): Promise<void> {
    const { shared, clock, tell } = this.#parts;
    if (clock.mono() < this.#nextAt) return;
    const before = clock.wall();
    const there = await shared.now();
    const after = clock.wall();
    if (!there.ok) return;
    this.#nextAt = clock.mono() + EVERY;
    // the database read its clock at some time between the two
    const ahead = before > there.value ? before - there.value : Math.min(0, after - there.value);
    const differs = Math.abs(ahead) > MOST;
    if (differs && !this.#isTold) {
      const minutes = Math.round(Math.abs(ahead) / 60_000);
      tell(problemOf(ahead > 0 ? 'station-clock' : 'station-clock.behind', { minutes }));
    }
    this.#isTold = differs;
  }

  /** Compares the clocks again soon. */
  startOver(): void {
    this.#nextAt = 0;
  }
}
