import type { Clock } from '#electron/base/clock.ts';
import type { Store } from './store.ts';
import type { Callbacks } from './callbacks.ts';
import type { Renders } from './renders.ts';
import type { Pictures } from './pictures.ts';
import type { DemoSettings } from './settings.ts';

/** Everything that the handlers of the operations share. */
export interface DemoContext {
  readonly settings: DemoSettings;
  readonly store: Store;
  readonly pictures: Pictures;
  readonly renders: Renders;
  readonly callbacks: Callbacks;
  readonly clock: Clock;
  /** Returns the current time in ms since 1970. */
  now(): number;
}
