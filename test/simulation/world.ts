import type { Chance } from './chance.ts';
import type { Life, Time } from './time.ts';

/** Ends the program in the middle of whatever it was doing. */
export class Death extends Error {
  override readonly name = 'Death';
}

/** What all models of the outside share in one run. */
export interface World {
  readonly time: Time;
  readonly chance: Chance;
  /** Doubt window of the queue under test, ms. */
  readonly doubtWindow: number;
  /** The life ends here; the caller throws the Death, or lets nothing more happen. */
  kill(life: Life, why: string): Death;
  /** A promise is broken, seen while it happens. */
  breach(what: string): void;
  /** A line of the history that a failure prints; `who` is a photo, such as p3, or ''. */
  tell(who: string, what: string): void;
}
