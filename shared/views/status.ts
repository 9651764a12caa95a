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

/** What the strip along the bottom of the window says. */
export interface Status {
  /** `keyless`: a service is chosen and its key is not there. */
  readonly connection: 'demo' | 'connected' | 'keyless' | 'offline' | 'refused';
  /** Address of the service; null for the demo service. */
  readonly serviceUrl: string | null;
  readonly waitingFor: readonly Waiting[];
  readonly counts: Counts;
  /** Jobs that wait for a person, see `needPerson`. */
  readonly needPerson: number;
  /** Generated images of the local day, and the limit over all folders; null for none. */
  readonly today: { readonly images: number; readonly limit: number | null };
  /** Bytes free where results go, null where it cannot be told. */
  readonly diskFree: number | null;
  /** How a person wants the network used. */
  readonly networkMode: NetworkPreferences['mode'];
  /** A person has paused all work. */
  readonly isPaused: boolean;
  /** ms until all that waits is done at the pace of the last while; null while nothing tells. */
  readonly timeLeft: number | null;
}
