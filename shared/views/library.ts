import type { LibraryImage } from '../library-image.ts';
import type { ActionResult } from './queue.ts';

export interface LibraryPage {
  /** Results that match the filter. */
  readonly total: number;
  readonly offset: number;
  readonly rows: readonly LibraryImage[];
}

/** The expanded stacks: only those in `except`, or with `isAll` all except those. */
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
    /** Results of the photo that match the filter; a single one is not a stack. */
    readonly size: number;
    /** Index in the expanded stack, from 0; null for the top of a collapsed stack, which represents all of it. */
    readonly place: number | null;
  };
}

export interface LibraryCells {
  /** Cells in the list: one for a collapsed stack, one for each result of an expanded stack. */
  readonly total: number;
  /** Results that match the filter, and their photos. */
  readonly results: number;
  readonly photos: number;
  readonly offset: number;
  readonly rows: readonly LibraryCell[];
}

/** The available filters. */
export interface LibraryShelves {
  readonly images: number;
  readonly picked: number;
  readonly rejected: number;
  readonly agents: readonly string[];
  readonly recipes: readonly string[];
  /** Jobs that need attention, which have no images here yet. */
  readonly held: number;
}

/** How many ratings and picks are written into the delivered files. */
export interface MarksInFiles {
  /** Files being written. */
  readonly waiting: number;
  /** Ratings and picks that are not in their files and are not being written. */
  readonly untold: number;
}

/** The possible actions on the jobs of results. */
export interface LibraryForeseen {
  readonly jobIds: readonly number[];
  /** Number of jobs that can be run again. */
  readonly again: number;
  /** Images that running them again would buy. */
  readonly images: number;
  /** Images per job; null if they differ. */
  readonly imagesEach: number | null;
  /** Whether there are so many photos that the run needs confirmation. */
  readonly isMany: boolean;
  /** Number of jobs whose task is no longer needed. */
  readonly deletable: number;
}

/** The result of requesting layered files; results of one execution share a file. */
export interface PsdRequests {
  readonly asked: number;
  readonly making: number;
  readonly there: number;
  readonly refused: number;
  /** The first problems of refused requests. */
  readonly problems: ActionResult['problems'];
}

export interface RunAgain extends ActionResult {
  /** Images that it buys. */
  readonly images: number;
}
