import type { Outcome, Problem } from '#shared/problem.ts';
import type { UnpairedFiles } from '#shared/views/folders.ts';
import type { Clock } from '../../base/clock.ts';
import type { FolderAccess } from '../../base/permitted.ts';
import type { HotFolder } from '../../adapters/ledger/hot-folders.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { Sighting } from '../../adapters/ledger/sightings.ts';
import type { Admission } from './admit.ts';

export interface IntakeParts {
  readonly ledger: Ledger;
  readonly clock: Clock;
  /** Returns a number from 0 to 1, for the names of unfinished files. */
  readonly random: () => number;
}

/** Moves photos in hot folders whose jobs have ended, or that cannot become jobs. */
export interface PhotoMover {
  /**
   * Moves the photos of a job that has ended, if the settings of their hot folder say so: to `Processed`, or to
   * `Failed` with a text file next to each photo that gives the reason. The tickets with which they were admitted are
   * moved, too, and sub-folders are mirrored. A photo is renamed on its volume or left in place, never copied,
   * deleted or moved over another file. A photo with several recipes is moved when all its jobs have ended. May be
   * called again at any time, and completes a move that a crash interrupted. The job's history says which photos were
   * left in place, and why.
   */
  afterJob(jobId: number, signal?: AbortSignal): Promise<void>;
  /**
   * Moves a file that can never be a photo to `Failed`, with the reason; it stays in the failed
   * list under its new path. Returns the problem if the file was left in place.
   */
  toFailed(
    folder: HotFolder,
    sighting: Sighting,
    problem: Problem,
    signal?: AbortSignal,
  ): Promise<Outcome<void>>;
  /**
   * Counts a hot folder as watched until the returned function is called. Before a photo is moved, it waits for all
   * watched recipes on its folder; the ledger may contain others that are no longer armed and will never see it.
   */
  watching(hotFolderId: number): () => void;
}

export interface WatchParts extends IntakeParts {
  readonly access: FolderAccess;
  readonly mover: PhotoMover;
}

/**
 * `path` is relative to the hot folder, with forward slashes. Sent after the ledger has recorded
 * the event.
 */
export type IntakeEvent =
  | {
      readonly kind: Exclude<Admission['outcome'], 'again'>;
      readonly path: string;
      /** The job created for the photo, or the existing job with the same content and recipe. */
      readonly jobId: number;
      readonly sha256: string | null;
    }
  /** A photo that exceeds the limit of a sudden drop and waits for the user's approval. */
  | { readonly kind: 'asks'; readonly path: string }
  | { readonly kind: 'failed'; readonly path: string; readonly problem: Problem }
  /** A file was added to the list of files that need attention, or removed from it. */
  | { readonly kind: 'listed' }
  /**
   * The folder is unreachable; no file in it counts as deleted. Watching resumes when the folder
   * can be reached.
   */
  | { readonly kind: 'unreachable'; readonly problem: Problem }
  | { readonly kind: 'reachable' }
  /**
   * The ledger accepts no commits, for example because its disk is full. Every file is still
   * tracked; work resumes later.
   */
  | { readonly kind: 'waiting'; readonly problem: Problem }
  /** The ledger accepts commits again. */
  | { readonly kind: 'goes-on' }
  /** The list of photos without tickets or of tickets without photos has changed. */
  | { readonly kind: 'unpaired'; readonly unpaired: UnpairedFiles }
  /** The system can watch no more files, so the folder is scanned instead. */
  | { readonly kind: 'polling'; readonly detail: string; readonly seconds: number };

export interface Watcher {
  /** Ends every watch, timer and read. Photos that were reported as admitted are in the ledger. */
  close(): Promise<void>;
  /** Scans the whole folder now; resolves when that is done. */
  rescan(): Promise<void>;
  /** Admits the photos that the user approved. */
  takeGranted(): void;
  state(): {
    readonly reachable: boolean;
    readonly polling: boolean;
    /**
     * Number of files that have neither been handled nor listed as failed yet, plus moves in
     * progress.
     */
    readonly settling: number;
    readonly unpaired: UnpairedFiles;
  };
}
