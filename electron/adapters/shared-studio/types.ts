import type { Money } from '#shared/money.ts';
import type { Outcome } from '#shared/problem.ts';
import type { Limit, SpendingLimits } from '#shared/spending-limits.ts';
import type { Documents } from './documents.ts';
import type { SharedWork } from './shared-work.ts';

/**
 * Permission to send paid requests for a limited time. Only the database's clock and the station's monotonic clock
 * measure that time.
 */
export interface Lease {
  /** Grows whenever the station gets a new lease after losing one. */
  readonly fence: number;
  /** Duration in ms from the moment at which the lease was requested. */
  readonly ms: number;
  /**
   * Number of times that the station's lease or one of its claims was changed. A smaller number in the database shows
   * that it has lost changes: a backup was restored, or a standby took over that did not have them yet.
   */
  readonly changes: number;
  /** The station's part of the account's request rate, until it renews the lease. */
  readonly requestsPerSecond: number;
}

/** A purchase that a station wants to make, or a custom model or scene that it wants to create. */
export interface ClaimRequest {
  /** The job, or the creation, in the station's ledger. */
  readonly job: number;
  /** 1, and one more for each repetition that the user requested. */
  readonly jobRun: number;
  /** Identity of the photo: the SHA-256 of its content, or its address. */
  readonly photo: string;
  /** Identity of the recipe. */
  readonly purchase: string;
  readonly task: string;
  /** Earlier tasks of this run with which nothing was bought, as far as the ledger or a user knows. */
  readonly settled: readonly string[];
  /** 0 for a custom model or scene. */
  readonly images: number;
  /** Null without a price. */
  readonly cost: Money | null;
  /** The shared hot folder whose limits count the purchase, with its limits in the currency of the cost. */
  readonly folder: { readonly key: string; readonly limits: SpendingLimits } | null;
}

/** A spending limit that does not allow a purchase. */
interface ReachedLimit {
  readonly of: 'studio' | 'folder';
  readonly per: Limit['per'];
  readonly unit: Limit['unit'];
  /** See `verdictOf`. */
  readonly verdict: 'later' | 'too-low' | 'no-price';
  readonly allowed: number;
  /** Currency of a limit in money; to be ignored for a limit in images. */
  readonly currency: string | null;
}

export type ClaimAnswer =
  /** The station may send the request while it has its lease. */
  | { readonly kind: 'granted'; readonly claim: number }
  /** The purchase was claimed with another task; the service must be queried about that task first. */
  | {
      readonly kind: 'adopt';
      readonly claim: number;
      readonly task: string;
      /** Name of the station that had claimed the purchase; null for this station. */
      readonly from: string | null;
    }
  /** Another station is about to make this purchase; `needsPerson`: once a user has decided there. */
  | { readonly kind: 'elsewhere'; readonly station: string; readonly needsPerson: boolean }
  /** Another station has made this purchase, or was lost and may have created the model or scene. */
  | { readonly kind: 'bought' | 'lost'; readonly station: string }
  /** The account's concurrency limit is reached. */
  | { readonly kind: 'busy' }
  /** The station's lease has ended. */
  | { readonly kind: 'no-lease' }
  | { readonly kind: 'limit'; readonly reached: ReachedLimit };

/**
 * open: the request may be sent. started: the service has accepted it. held: a user has to decide, or the job waits for
 * its next claim; until then the purchase does not count against the concurrency limit. finished: the purchase is paid
 * for, and its results are not delivered yet. bought: the job has ended, or a user has given up the purchase, which may have been made.
 * released: the purchase counts as not made.
 */
export type ClaimState = 'open' | 'started' | 'held' | 'finished' | 'bought' | 'released';

/** The state of a claim, as reported to the shared studio. */
export interface ReportedClaim {
  readonly claim: number;
  readonly state: ClaimState;
  readonly executions: readonly string[];
  /** Whether a user has to decide at this station before the purchase continues; no by default. */
  readonly needsPerson?: boolean;
}

/** A purchase that the station made without a claim, for example before it joined. */
export interface RecordedPurchase
  extends Omit<ClaimRequest, 'folder' | 'settled'>, Omit<ReportedClaim, 'claim' | 'needsPerson'> {
  /** Local day for which the ledger counts the purchase, YYYY-MM-DD; a later day than the database's is not counted. */
  readonly day: string;
  /** Key of the shared hot folder whose limits count the purchase. */
  readonly folder: string | null;
}

/** A claim of this station as the shared studio knows it. */
export interface OwnClaim {
  readonly claim: number;
  readonly job: number;
  readonly jobRun: number;
  readonly state: ClaimState;
  readonly task: string;
  /** 0 for a custom model or scene. */
  readonly images: number;
}

/** The limits that the administrator of a studio has set; money is in minor units of `currency`. */
export interface StudioLimits extends SpendingLimits {
  /** Maximum number of executions that all stations may have at the service at the same time. */
  readonly inFlight: number;
  /** Maximum number of requests that all stations together may send to the service per second. */
  readonly requestsPerSecond: number;
  readonly currency: string;
  /** IANA name of the time zone in which the days and months of the limits begin. */
  readonly timeZone: string;
}

export interface StudioFacts extends StudioLimits {
  readonly id: string;
  readonly name: string;
  /** Origin of the service whose purchases are shared, or `demo`. */
  readonly service: string;
}

export interface StationStatus {
  readonly name: string;
  readonly isAlive: boolean;
  /** Number of purchases that have not ended. */
  readonly open: number;
  readonly bought: number;
  /** Seconds since the station last renewed its lease. */
  readonly secondsAgo: number;
}

/** What a station shares with the others. All methods report an unreachable database as studio-unreachable. */
export interface SharedStudio {
  /** Photos of shared hot folders, and which station watches each folder. */
  readonly work: SharedWork;
  /** Checks that this program can work with the database. Problems: studio-missing, studio-newer, studio-older. */
  check(): Promise<Outcome<void>>;
  about(): Promise<Outcome<StudioFacts>>;
  /**
   * Returns whether a key, of which `studioAccountMark` returns the mark, belongs to the studio's account. That of the
   * first station does.
   */
  knowsAccount(mark: string): Promise<Outcome<boolean>>;
  /** Returns the database's clock, in ms since 1970. */
  now(): Promise<Outcome<number>>;
  /** Adds the station, or gives it a new lease after it has lost the previous one. Problem: studio-newer. */
  enter(name: string): Promise<Outcome<Lease | { readonly refused: 'other-login' | 'name-taken' }>>;
  /** Extends a lease; null if it has ended. */
  renew(lease: Lease): Promise<Outcome<Lease | null>>;
  claim(request: ClaimRequest, lease: Lease): Promise<Outcome<ClaimAnswer>>;
  /** Reports the state of a claim; false if the claim belongs to another station now. */
  report(claim: ReportedClaim): Promise<Outcome<boolean>>;
  /** Records a purchase that was made without a claim; null if another station has taken it over. */
  record(
    purchase: RecordedPurchase,
  ): Promise<Outcome<{ readonly claim: number; readonly fence: number } | null>>;
  /** Returns the station's claims. */
  mine(): Promise<Outcome<OwnClaim[]>>;
  readonly documents: Documents;
  status(): Promise<Outcome<StationStatus[]>>;
  /** Undoes `enter` after joining has failed. `isNew`: the station never belonged to the studio. */
  abandon(isNew: boolean): Promise<Outcome<void>>;
  /** Leaves the studio unless the station has open purchases; returns the number of open purchases. */
  leave(): Promise<Outcome<number>>;
  close(): Promise<void>;
}
