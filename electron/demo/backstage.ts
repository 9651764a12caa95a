import type { Clock } from '#electron/base/clock.ts';
import type { Book } from './book.ts';
import type { Callbacks } from './callbacks.ts';
import type { Looks } from './looks.ts';
import type { Makings } from './makings.ts';
import type { Pictures } from './pictures.ts';
import type { Settled } from './settle.ts';

/** What the handlers of all operations work with. */
export interface Backstage {
  readonly settled: Settled;
  readonly book: Book;
  readonly pictures: Pictures;
  readonly makings: Makings;
  readonly looks: Looks;
  readonly callbacks: Callbacks;
  readonly clock: Clock;
  /** ms since 1970 */
  now(): number;
}
