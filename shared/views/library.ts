import type { LibraryImage } from '../library-image.ts';
import type { ActionResult } from './queue.ts';

export interface LibraryPage {
  /** Number of results that match the filter. */
  readonly total: number;
  readonly offset: number;
  readonly rows: readonly LibraryImage[];
}

/** Which stacks are expanded: with `isAll`, all except those in `except`; otherwise only those in `except`. */
export interface ExpandedStacks {
  readonly isAll: boolean;
  /** IDs of photos. */
  readonly except: readonly number[];
}

/** A result as one cell of the library, in the stack of its photo. */
export interface LibraryCell extends LibraryImage {
  readonly stack: {
    /** ID of the photo. */
    readonly photoId: number;
    /** Number of the photo's results that match the filter; a single result is not a stack. */
    readonly size: number;
    /**
     * Index in the expanded stack, counted from 0; null for the cell of a collapsed stack, which represents all its
     * results.
     */
    readonly place: number | null;
  };
}

export interface LibraryCells {
  /** Number of cells in the list: one per collapsed stack, and one per result of an expanded stack. */
  readonly total: number;
  /** Number of results that match the filter, and number of their photos. */
  readonly results: number;
  readonly photos: number;
  readonly offset: number;
  readonly rows: readonly LibraryCell[];
}

/** The values by which the library can be filtered. */
export interface LibraryShelves {
  readonly images: number;
  readonly picked: number;
  readonly rejected: number;
  readonly agents: readonly string[];
  readonly recipes: readonly string[];
  /**
   * Number of jobs that need attention, also at other stations of the shared studio. Their images are not in the library
   * yet.
   */
  readonly held: number;
}

/** Number of files in which ratings or picks of the library are missing. */
export interface MarksInFiles {
  /** Number of files that are waiting to be written. */
  readonly waiting: number;
  /**
   * Number of ratings and picks that are missing in their files and will not be written unless the user asks for
   * it.
   */
  readonly untold: number;
}

/** The actions that are possible on the jobs of results, and their effects. */
export interface LibraryForeseen {
  readonly jobIds: readonly number[];
  /** Number of jobs that can be run again. */
  readonly again: number;
  /** Number of images that running the jobs again would buy. */
  readonly images: number;
  /** Number of images per job; null if the jobs differ. */
  readonly imagesEach: number | null;
  /** Whether there are so many photos that the run needs confirmation. */
  readonly isMany: boolean;
  /** Number of jobs whose task is no longer needed. */
  readonly deletable: number;
}

/** The result of requesting layered PSDs; results of the same execution share one PSD. */
export interface PsdRequests {
  readonly asked: number;
  readonly making: number;
  readonly there: number;
  readonly refused: number;
  /** Problems of refused requests; only the first ones. */
  readonly problems: ActionResult['problems'];
}

export interface RunAgain extends ActionResult {
  /** Number of images that the run buys. */
  readonly images: number;
}
