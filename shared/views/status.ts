import type { StateCounts } from '../job.ts';
import type { Problem } from '../problem.ts';
import type { Limit, StudioSpending } from '../spending-limits.ts';
import type { NetworkPreferences } from './settings.ts';

/** Number of jobs per state; `total` is their sum. */
export type Counts = StateCounts & { readonly total: number };

/**
 * The conditions that must be met before any photo can be processed: a writable ledger, the service, the shared
 * studio if there is one, permission to spend, and disk space.
 */
export const gateNames = ['ledger', 'service', 'studio', 'execute', 'disk'] as const;
export type GateName = (typeof gateNames)[number];

/** A gate at which all photos wait, with its problem. */
export interface Waiting {
  readonly gate: GateName;
  readonly problem: Problem;
  /** Wall-clock ms. */
  readonly since: number;
  /** Whether the user must do something, such as enter a new key or pay money into the account. */
  readonly needsPerson: boolean;
}

/** The speed of processing, and the time that the remaining photos will need. */
export interface Estimate {
  /** Photos per hour while work is running. */
  readonly perHour: number;
  /** ms until the remaining photos are finished, rounded to whole minutes. */
  readonly timeLeft: number;
}

/** The progress of the studio. */
export interface Progress {
  /** Number of photos that wait for another day or month, because a limit of the studio is reached. */
  readonly limited: number;
  /** The limit for which these photos wait; null if no limit is reached. */
  readonly limit: Limit | null;
  /**
   * Null while nothing runs, before enough photos are done for an estimate, or while a pause, a limit or a gate stops
   * the work.
   */
  readonly estimate: Estimate | null;
}

/** The content of the status bar. */
export interface Status {
  /** `keyless`: a service has been chosen, but its key is missing. */
  readonly connection: 'demo' | 'connected' | 'keyless' | 'offline' | 'refused';
  /** URL of the service; null for the demo service. */
  readonly serviceUrl: string | null;
  readonly waitingFor: readonly Waiting[];
  readonly counts: Counts;
  /** Number of things that need attention, see `needPerson`. */
  readonly needPerson: number;
  readonly spending: StudioSpending;
  /** Whether the administrator has set the limit that is closest to being reached, or allows no higher limit. */
  readonly isLimitManaged: boolean;
  readonly progress: Progress;
  /** Whether any job is being prepared, run or delivered. */
  readonly isMoving: boolean;
  /** Free bytes on the fullest output disk; null if unknown. */
  readonly diskFree: number | null;
  /** The user's setting for network use. */
  readonly networkMode: NetworkPreferences['mode'];
  /** Whether the user has paused all work. */
  readonly isPaused: boolean;
}
