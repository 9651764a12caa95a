import type { Problem } from '../problem.ts';
import type { AnswerMeaning } from './queue.ts';

/** A folder that several stations reach, by the name that all of them use. */
export interface SharedRoot {
  readonly name: string;
  /** Absolute path on this station. */
  readonly folder: string;
}

/** The membership of this computer in a shared studio. */
export interface StationMembership {
  /** Null outside a shared studio. */
  readonly joined: {
    /** Name of the studio. */
    readonly studio: string;
    /** Name of this station. */
    readonly station: string;
    /** Address of the database, without its password. */
    readonly address: string;
    /** Absolute path of the certificate authority's file; null to use the system's certificates. */
    readonly certificateFile: string | null;
    readonly roots: readonly SharedRoot[];
  } | null;
  /** What the administrator policy allows; null without a policy. */
  readonly managed: {
    /** Absolute path of the policy's file. */
    readonly file: string;
    /** Address of the only database that is allowed, with or without a user; null allows any database. */
    readonly address: string | null;
    /** Name of the only studio that is allowed; null allows any studio. */
    readonly name: string | null;
    readonly mayJoin: boolean;
    readonly mayLeave: boolean;
  } | null;
  /** A studio that this computer has joined but cannot work with; null if there is none. */
  readonly unusable: {
    /** Name of the studio; null if it is unknown. */
    readonly studio: string | null;
    /** Why the station's file cannot be used. */
    readonly problem: Problem;
  } | null;
}

/** The value of a field of a shared item; null if the field has no value. */
export type SharedValue = string | number | boolean | null;

/** A field in which two versions of a shared item differ. */
export interface ConflictField {
  /** Name in the item's file, such as `params.backgroundHex`. */
  readonly field: string;
  readonly mine: SharedValue;
  readonly theirs: SharedValue;
}

/** An item that this station and another have changed at the same time. */
export interface StudioConflict {
  readonly id: number;
  /** A card is the studio details of a custom model or scene. */
  readonly kind: 'recipe' | 'folder' | 'prices' | 'card';
  readonly name: string;
  /** The agent of a recipe, from which the fields take their labels; null for other items. */
  readonly agent: { readonly name: string; readonly version: string } | null;
  /** Name of the other station. */
  readonly station: string;
  /** When the other station made its change; wall-clock time in ms. */
  readonly at: number;
  /**
   * Whether the other station removed the item; a removed item stays here until a user chooses. If the other
   * station only changed the item, its version is used until then.
   */
  readonly isRemoved: boolean;
  /** Empty if the item was removed. */
  readonly fields: readonly ConflictField[];
  /** Whether the versions differ in more fields. */
  readonly hasMore: boolean;
}

/** A station of the shared studio, as all stations see it. */
export interface StationCard {
  readonly name: string;
  readonly isAlive: boolean;
  /** Number of purchases that have not ended. */
  readonly open: number;
  readonly bought: number;
  /** Seconds since the station was last seen. */
  readonly secondsAgo: number;
}

/** The answers to something that needs attention at another station. `take` and `skip` answer a large drop. */
export const heldActions = [
  'retry',
  'changed-recipe',
  'send-again',
  'cancel',
  'take',
  'skip',
] as const;
export type HeldAction = (typeof heldActions)[number];

/** What an answer means for the photos and for costs. */
export const heldMeanings = [
  'goes-on',
  'takes-recipe',
  'buys-with-recipe',
  'asks-again',
  'sends-again',
  'keeps-waiting',
  'gives-up',
  'puts-away',
  'cancels',
  'buys-again',
  'takes-photos',
  'skips-photos',
] as const satisfies readonly (AnswerMeaning | 'takes-photos' | 'skips-photos')[];

/** A photo or a large drop that needs attention at another station. */
export interface HeldElsewhere {
  /** Number by which this station refers to it. */
  readonly id: number;
  /** Name of the station where it needs attention. */
  readonly station: string;
  /** Name of the photo, or of the hot folder of a large drop. */
  readonly name: string;
  readonly answers: readonly {
    readonly action: HeldAction;
    readonly means: (typeof heldMeanings)[number];
  }[];
  readonly what:
    | { readonly kind: 'job'; readonly recipe: string; readonly problem: Problem | null }
    | { readonly kind: 'drop'; readonly photos: number; readonly images: number };
  /** The answer that its station has not used yet; `by` is null for this station. Null if nobody has answered. */
  readonly given: { readonly by: string | null; readonly action: HeldAction } | null;
  /** Whether this station lists the same photo or drop itself. */
  readonly isHere: boolean;
}
