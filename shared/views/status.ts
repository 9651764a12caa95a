import type { StateCounts } from '../job.ts';
import type { Problem } from '../problem.ts';
import type { NetworkPreferences } from './settings.ts';

/** Jobs by state; `total` is their sum, so in = done + failed + held + waiting always shows. */
export type Counts = StateCounts & { readonly total: number };

/** What every photo needs: a ledger that takes commits, the service, permission to spend, disk space. */
export const gateNames = ['ledger', 'service', 'execute', 'disk'] as const;
export type GateName = (typeof gateNames)[number];

/** Something all photos wait for, with its one notice. */
export interface Waiting {
  readonly gate: GateName;
  readonly problem: Problem;
  /** Wall-clock ms. */
  readonly since: number;
  /** Whether only a person can end it: a new key, money on the account. */
  readonly needsPerson: boolean;
}

/** How fast photos are worked through, and how long those that are left will take. */
export interface Estimate {
  /** Photos an hour while something is running. */
  readonly perHour: number;
  /** ms until the photos that are left have ended, in whole minutes. */
  readonly timeLeft: number;
}

/** How far the studio is. */
export interface Progress {
  /** Photos that wait for another day, because the daily limit of the studio is reached. */
  readonly limited: number;
  /** Null while nothing runs, too little is known, or a pause, a limit or a gate stops the work. */
  readonly estimate: Estimate | null;
}

/** What the strip along the bottom of the window says. */
export interface Status {
  /** `keyless`: a service is chosen and its key is not there. */
  readonly connection: 'demo' | 'connected' | 'keyless' | 'offline' | 'refused';
  /** Address of the service; null for the demo service. */
  readonly serviceUrl: string | null;
  readonly waitingFor: readonly Waiting[];
  readonly counts: Counts;
  /** What needs attention, see `needPerson`. */
  readonly needPerson: number;
  /** Generated images of the local day, and the limit over all folders; null for none. */
  readonly today: { readonly images: number; readonly limit: number | null };
  /** The administrator has set that limit, or allows no higher one. */
  readonly isLimitManaged: boolean;
  readonly progress: Progress;
  /** Something is being done about a job now: it may be made ready, running or delivered. */
  readonly isMoving: boolean;
  /** Bytes free where results go, null where it cannot be told. */
  readonly diskFree: number | null;
  /** How a person wants the network used. */
  readonly networkMode: NetworkPreferences['mode'];
  /** A person has paused all work. */
  readonly isPaused: boolean;
}
