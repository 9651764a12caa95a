import type { Money } from '#shared/money.ts';
import type { Outcome } from '#shared/problem.ts';
import type { Limit, SpendingLimits } from '#shared/spending-limits.ts';
import type { Documents } from './documents.ts';
import type { SharedWork } from './shared-work.ts';

/** Permission to send paid requests, for a time that only the database's clock and the own monotonic clock measure. */
export interface Lease {
  /** Grows whenever the station gets a new lease after losing one. */
  readonly fence: number;
  /** Duration in ms from the moment at which the lease was requested. */
  readonly ms: number;
  /** How often the station's lease was renewed or replaced; fewer in the database show that a backup was restored. */
  readonly renewals: number;
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
  /** 0 for a custom model or scene. */
  readonly images: number;
  /** Local day that the reservation counts for, YYYY-MM-DD. */
  readonly day: string;
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
  /** Of a studio's limit, if it is in money. */
  readonly currency: string | null;
}

export type ClaimAnswer =
  /** The station may send the request while it has its lease. */
  | { readonly kind: 'granted'; readonly claim: number }
  /** The purchase was claimed with another task, which the service must be asked about first. */
  | {
      readonly kind: 'adopt';
      readonly claim: number;
      readonly task: string;
      /** Name of the station that had claimed it; null for this one. */
      readonly from: string | null;
    }
  /** Another station is about to buy the same, has bought it, or may have created it before it was lost. */
  | { readonly kind: 'elsewhere' | 'bought' | 'lost'; readonly station: string }
  /** The account's concurrency limit is reached. */
  | { readonly kind: 'busy' }
  /** The station's lease has ended. */
  | { readonly kind: 'no-lease' }
  | { readonly kind: 'limit'; readonly reached: ReachedLimit };

/**
 * open: the request may be sent. started: the service has accepted it. held: its outcome is open until a user decides, and it
 * takes no part of the concurrency limit. finished: it is paid for, and its results are not delivered yet. bought: its job
 * has ended. released: it counts as not bought.
 */
export type ClaimState = 'open' | 'started' | 'held' | 'finished' | 'bought' | 'released';

/** What became of a claim. */
export interface ReportedClaim {
  readonly claim: number;
  readonly state: ClaimState;
  readonly executions: readonly string[];
}

/** A purchase from the time before the station joined. */
export interface RecordedPurchase
  extends Omit<ClaimRequest, 'folder'>, Omit<ReportedClaim, 'claim'> {
  /** Key of the shared hot folder that it counts for. */
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

/** What the administrator decided about a studio; limits in money are in minor units of the currency. */
export interface StudioLimits extends SpendingLimits {
  /** Maximum number of executions that all stations may have at the service at the same time. */
  readonly inFlight: number;
  readonly currency: string;
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

/** What a station shares with the others. All methods report a database that is away as studio-unreachable. */
export interface SharedStudio {
  /** Photos of shared hot folders, and who watches those. */
  readonly work: SharedWork;
  /** Checks that this program can work with the database. Problems: studio-missing, studio-newer, studio-older. */
  check(): Promise<Outcome<void>>;
  about(): Promise<Outcome<StudioFacts>>;
  /** Adds the station, or gives it a new lease after it lost one. */
  enter(name: string): Promise<Outcome<Lease | { readonly refused: 'other-login' | 'name-taken' }>>;
  /** Extends a lease; null if it has ended. */
  renew(lease: Lease): Promise<Outcome<Lease | null>>;
  claim(request: ClaimRequest, lease: Lease): Promise<Outcome<ClaimAnswer>>;
  /** False if the claim belongs to another station now. */
  report(claim: ReportedClaim): Promise<Outcome<boolean>>;
  /** Records a purchase that was made without a claim; null if another station has taken it over. */
  record(
    purchase: RecordedPurchase,
  ): Promise<Outcome<{ readonly claim: number; readonly fence: number } | null>>;
  /** Returns the station's claims. */
  mine(): Promise<Outcome<OwnClaim[]>>;
  readonly documents: Documents;
  status(): Promise<Outcome<StationStatus[]>>;
  /** Leaves the studio; returns the number of open purchases, which prevent that. */
  leave(): Promise<Outcome<number>>;
  close(): Promise<void>;
}
