import type { Problem } from '../problem.ts';

/** A folder that several stations reach, by the name that all of them use. */
export interface SharedRoot {
  readonly name: string;
  /** Absolute path on this station. */
  readonly folder: string;
}

/** The part of this computer in a shared studio. */
export interface StationMembership {
  /** Null for a computer that works alone. */
  readonly joined: {
    /** Name of the studio. */
    readonly studio: string;
    /** Name of this station. */
    readonly station: string;
    /** Address of the database, without its password. */
    readonly address: string;
    /** Absolute path of the certificate authority's file; null for those of the system. */
    readonly certificateFile: string | null;
    readonly roots: readonly SharedRoot[];
  } | null;
  /** Why the station's file cannot be read; null if there is no problem. */
  readonly problem: Problem | null;
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
