import type { Chance } from './chance.ts';
import type { Life, Time } from './time.ts';

/** Thrown to end the program in the middle of any work. */
export class Death extends Error {
  override readonly name = 'Death';
}

/** What all simulated parts share in one run. */
export interface World {
  readonly time: Time;
  readonly chance: Chance;
  /** Doubt window of the queue under test, ms. */
  readonly doubtWindow: number;
  /** Ends the life. The caller throws the returned Death, or makes sure that nothing more happens. */
  kill(life: Life, why: string): Death;
  /** Reports a broken promise at the time when it is broken. */
  breach(what: string): void;
  /** Adds a line to the history that is printed for a failure. `who` is a photo, such as p3, or ''. */
  tell(who: string, what: string): void;
}
