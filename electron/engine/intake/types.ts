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
  /** 0 to 1, for the names of unfinished files. */
  readonly random: () => number;
}

/** Moves photos of hot folders whose jobs have ended, or of which no job can be made. */
export interface PhotoMover {
  /**
   * Moves the photos of a job that has ended, where their hot folder says so: to `Processed`, or to
   * `Failed` with a text file beside them that says why, with the tickets they were taken in with;
   * sub-folders are mirrored.
   * A photo is renamed on its volume or left where it is, never copied, deleted or put over another
   * file. One that several recipes work on is moved when all of them have ended. May be repeated at any
   * time, and finishes what a crash cut short. What was left, and why, is in the job's history.
   */
  afterJob(jobId: number, signal?: AbortSignal): Promise<void>;
  /**
   * Moves a file that can never be a photo to `Failed`, with the reason; it stays in the failed list
   * under its new place. The problem is why it was left.
   */
  toFailed(
    folder: HotFolder,
    sighting: Sighting,
    problem: Problem,
    signal?: AbortSignal,
  ): Promise<Outcome<void>>;
  /**
   * Counts a hot folder as watched until the returned function is called: a photo waits only for
   * recipes that can still see it, and the ledger may hold folders that are not armed any more.
   */
  watching(hotFolderId: number): () => void;
}

export interface WatchParts extends IntakeParts {
  readonly access: FolderAccess;
  readonly mover: PhotoMover;
}

/** `path` is below the hot folder, with forward slashes. Sent after the ledger has it. */
export type IntakeEvent =
  | {
      readonly kind: Exclude<Admission['outcome'], 'again'>;
      readonly path: string;
      /** The job that was made of the photo, or the earlier one of the same content and recipe. */
      readonly jobId: number;
      readonly sha256: string | null;
    }
  /** One photo too many of a sudden drop: it waits for a person's yes. */
  | { readonly kind: 'asks'; readonly path: string }
  | { readonly kind: 'failed'; readonly path: string; readonly problem: Problem }
  /** A file that is waited for was put on the list of what needs attention, or was taken off it. */
  | { readonly kind: 'listed' }
  /** The folder is paused; nothing in it counts as deleted. It comes back by itself. */
  | { readonly kind: 'unreachable'; readonly problem: Problem }
  | { readonly kind: 'reachable' }
  /** The ledger takes nothing, its disk is full for example. Every file is still tracked; it goes on. */
  | { readonly kind: 'waiting'; readonly problem: Problem }
  /** It does again. */
  | { readonly kind: 'goes-on' }
  /** Other photos want their tickets, or other tickets their photos, than before. */
  | { readonly kind: 'unpaired'; readonly unpaired: UnpairedFiles }
  /** The system watches no more files for us: from now on the folder is looked through instead. */
  | { readonly kind: 'polling'; readonly message: string };

export interface Watcher {
  /** Ends every watch, timer and read; what was acknowledged is in the ledger. */
  close(): Promise<void>;
  /** Looks through the whole folder now; resolves when that is done. */
  rescan(): Promise<void>;
  /** Takes in what a person has said yes to. */
  takeGranted(): void;
  state(): {
    readonly reachable: boolean;
    readonly polling: boolean;
    /** Files that are neither dealt with nor listed as failed yet, and moves under way. */
    readonly settling: number;
    readonly unpaired: UnpairedFiles;
  };
}
