import type { Chance } from './chance.ts';
import type { Life, Time } from './time.ts';

/** Ends the program in the middle of any work. */
export class Death extends Error {
  override readonly name = 'Death';
}

/** What all simulated parts share in one run. */
export interface World {
  readonly time: Time;
  readonly chance: Chance;
  /** Doubt window of the queue under test, ms. */
  readonly doubtWindow: number;
  /** Ends the life; the caller throws the Death, or lets nothing more happen. */
  kill(life: Life, why: string): Death;
  /** Reports a broken promise when it happens. */
  breach(what: string): void;
  /** Adds a line to the history that a failure prints; `who` is a photo, such as p3, or ''. */
  tell(who: string, what: string): void;
}
