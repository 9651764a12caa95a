import type { Outcome } from '#shared/problem.ts';
import type { Clock } from '../../../base/clock.ts';
import type { Ledger } from '../../../adapters/ledger/open.ts';
import type { FileLook } from '../../../adapters/ledger/sightings.ts';
import type { Roots } from '../../../adapters/shared-studio/roots.ts';
import type { OfferedWork, SharedWork } from '../../../adapters/shared-studio/shared-work.ts';
import type { Lease } from '../../../adapters/shared-studio/types.ts';

/** A hot folder that all stations know. */
export interface SharedFolder {
  /** Id in the ledger of this station. */
  readonly id: number;
  /** Key in the shared studio. */
  readonly key: string;
}

/** Which photos a station takes: those that any station offered, only those that it offered itself, or none. */
export type TakenWork = 'all' | 'own' | 'none';

/** The functions of the rest of the studio that the exchange of photos uses. */
export interface Hands {
  /** Returns the look of a regular file; null for anything else. */
  look(path: string): Promise<FileLook | null>;
  /** Returns whether a hot folder can be reached now, below the shared folders also through links. */
  reaches(hotFolderId: number): Promise<boolean>;
  /** Returns how many photos this station should have taken at the same time; 0 while it can process none. */
  room(): number;
  /**
   * Returns whether a job may use its custom models, and other stations can know that. If it may not, this station holds
   * the job.
   */
  mayOffer(jobId: number): boolean;
  /** Returns the paused hot folders, and the jobs that wait for a daily limit. */
  stopped(): { readonly paused: readonly number[]; readonly parked: readonly number[] };
  /**
   * Creates a job for a photo of another station, or finds the existing job, and resumes a job that needs attention.
   * Problems: work-unreachable if a file cannot be reached at the moment, with the parameter `photo` if it is the photo;
   * file-missing if the photo is gone; others if the photo cannot be processed here.
   */
  admit(work: OfferedWork, hotFolderId: number | null): Promise<Outcome<number>>;
  /** Lets the running steps of these jobs end, and then changes the jobs. */
  change(jobIds: readonly number[], change: () => void): Promise<void>;
  /** Lets the queue start jobs. */
  wake(): void;
  /** Called when a job has ended at another station. */
  ended(jobId: number): void;
  /** Called when this station may start to watch a hot folder, or must stop watching it. */
  watchChanged(hotFolderId: number): void;
  mistake(error: unknown): void;
}

export interface WorkParts {
  readonly shared: SharedWork;
  readonly ledger: Ledger;
  readonly clock: Clock;
  /** Name of this station. */
  readonly name: string;
  readonly roots: Roots;
  readonly takes: TakenWork;
  /** Returns the lease if it has not ended. */
  readonly lease: () => Lease | null;
  /** Returns whether the lease has ended and the database cannot be reached. */
  readonly isCutOff: () => boolean;
  /** Returns the hot folders that this station shares with the others. */
  readonly folders: () => readonly SharedFolder[];
  readonly hands: Hands;
}
