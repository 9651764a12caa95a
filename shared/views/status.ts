import type { StateCounts } from '../job.ts';
import type { Problem } from '../problem.ts';
import type { Limit, StudioSpending } from '../spending-limits.ts';
import type { NetworkPreferences } from './settings.ts';

/** Jobs by state; `total` is their sum, so in = done + failed + held + waiting always shows. */
export type Counts = StateCounts & { readonly total: number };

/** What every photo needs: a writable ledger, the service, permission to spend, disk space. */
export const gateNames = ['ledger', 'service', 'execute', 'disk'] as const;
export type GateName = (typeof gateNames)[number];

/** A gate that all photos wait for, with its notice. */
export interface Waiting {
  readonly gate: GateName;
  readonly problem: Problem;
  /** Wall-clock ms. */
  readonly since: number;
  /** Whether the user must act: a new key, money in the account. */
  readonly needsPerson: boolean;
}

/** The processing speed, and the time for the remaining photos. */
export interface Estimate {
  /** Photos per hour while work is running. */
  readonly perHour: number;
  /** ms until the remaining photos are finished, in whole minutes. */
  readonly timeLeft: number;
}

/** The progress of the studio. */
export interface Progress {
  /** Photos that wait until another day, because a limit of the studio is reached. */
  readonly limited: number;
  /** That limit; null if none is reached. */
  readonly limit: Limit | null;
  /** Null while nothing runs, too little is known, or a pause, a limit or a gate stops the work. */
  readonly estimate: Estimate | null;
}

/** The content of the status bar. */
export interface Status {
  /** `keyless`: a service is chosen, but its key is missing. */
  readonly connection: 'demo' | 'connected' | 'keyless' | 'offline' | 'refused';
  /** URL of the service; null for the demo service. */
  readonly serviceUrl: string | null;
  readonly waitingFor: readonly Waiting[];
  readonly counts: Counts;
  /** Number of things that need attention, see `needPerson`. */
  readonly needPerson: number;
  readonly spending: StudioSpending;
  /** Whether the administrator has set the limit that is closest, or allows no higher one. */
  readonly isLimitManaged: boolean;
  readonly progress: Progress;
  /** Whether a job is being prepared, run or delivered now. */
  readonly isMoving: boolean;
  /** Free bytes on the output disk, null if unknown. */
  readonly diskFree: number | null;
  /** The user's setting for network use. */
  readonly networkMode: NetworkPreferences['mode'];
  /** Whether the user has paused all work. */
  readonly isPaused: boolean;
}
