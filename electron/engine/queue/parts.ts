import type { Problem } from '#shared/problem.ts';
import { noLimits, type SpendingLimits } from '#shared/spending-limits.ts';
import type { Clock } from '../../base/clock.ts';
import type { Delivery } from '../../adapters/delivery/types.ts';
import type { Images } from '../../adapters/images/types.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { Service } from '../../adapters/service/types.ts';
import type { NamedPreset } from '../../adapters/settings/finish-presets.ts';
import type { Station } from '../station/station.ts';
import type { Disk } from './disk.ts';

/**
 * The dependencies of the queue. Time, randomness, disk and network come from here and nowhere
 * else.
 */
export interface Parts {
  readonly ledger: Ledger;
  readonly service: Service;
  readonly images: Images;
  readonly delivery: Delivery;
  /** Returns presets of Finish by name; see `presetsNamed`. */
  readonly finishPresets: (names: readonly string[]) => Promise<readonly NamedPreset[]>;
  readonly disk: Disk;
  readonly clock: Clock;
  readonly random: () => number;
  /** Absolute path; holds each job's copies and downloads until they are delivered. */
  readonly workFolder: string;
  /** Addresses for notifications of the service; left out without a receiver. */
  readonly callbacks?: Callbacks;
  /** May change while the queue runs; see `Runner.limitsChanged`. */
  readonly limits: QueueLimits;
  /** This computer's part in a shared studio; absent outside a shared studio. */
  readonly station?: Station;
  /**
   * Returns the hot folders that stations share; this station starts only those of their photos that it has taken.
   */
  readonly sharedFolders?: () => readonly number[];
  /**
   * Returns whether this station may deliver the results of a job now, because no other station may deliver them;
   * absent outside a shared studio.
   */
  readonly mayDeliver?: (jobId: number) => boolean;
}

/** An address for notifications about one execution. `key` identifies the address in the ledger. */
export interface CallbackAddress {
  readonly url: string;
  readonly key: string;
}

export interface Callbacks {
  /** Returns an address that no one can guess; null while the receiver is not listening. */
  newAddress(): CallbackAddress | null;
  /** Returns whether notifications can arrive now. */
  isListening(): boolean;
}

/** The studio's spending limits, and the queue's other limits. */
export interface QueueLimits extends SpendingLimits {
  /** Why the spending limits are not known, so that nothing may be bought; null if they are. */
  readonly unreadable: Problem | null;
  /** Maximum number of executions that the service may process at the same time. */
  readonly inFlight: number;
  /** Monotonic time in ms during which a lost request may still be processed. */
  readonly doubtWindow: number;
  /** Time in ms after which an execution that has not ended is held. */
  readonly executionDeadline: number;
  /** Number of processor cores that may prepare photos. */
  readonly cores: number;
}

export const usualLimits = {
  inFlight: 8,
  doubtWindow: 20 * 60_000,
  executionDeadline: 60 * 60_000,
  ...noLimits,
  unreadable: null,
} as const;
