import type { LibraryImage } from '../library-image.ts';
import type { ActionResult } from './queue.ts';

export interface LibraryPage {
  /** Results the filter lets through. */
  readonly total: number;
  readonly offset: number;
  readonly rows: readonly LibraryImage[];
}

/** Which stacks are expanded: those of no photos but these, or of all but these. */
export interface ExpandedStacks {
  readonly isAll: boolean;
  /** Ids of photos. */
  readonly except: readonly number[];
}

/** A result as one cell of the library, in the stack of its photo. */
export interface LibraryCell extends LibraryImage {
  readonly stack: {
    /** Id of the photo. */
    readonly photoId: number;
    /** Results of the photo that the filter lets through; one alone is no stack. */
    readonly size: number;
    /** Place in the expanded stack, from 0; null: the top of a collapsed one, which stands for all of it. */
    readonly place: number | null;
  };
}

export interface LibraryCells {
  /** Cells in the list: a collapsed stack has one, an expanded one has one for each result. */
  readonly total: number;
  /** Results the filter lets through, and the photos they were made of. */
  readonly results: number;
  readonly photos: number;
  readonly offset: number;
  readonly rows: readonly LibraryCell[];
}

/** What there is to filter by. */
export interface LibraryShelves {
  readonly images: number;
  readonly picked: number;
  readonly rejected: number;
  readonly agents: readonly string[];
  readonly recipes: readonly string[];
  /** Jobs that wait for a person, which have no images here yet. */
  readonly held: number;
}

/** How far marks are told by the delivered files themselves. */
export interface MarksInFiles {
  /** Files that are being written. */
  readonly waiting: number;
  /** Marks that their files do not tell, and that nobody writes. */
  readonly untold: number;
}

/** What can be done with the jobs that results are of. */
export interface LibraryForeseen {
  readonly jobIds: readonly number[];
  /** How many of them can be run once more. */
  readonly again: number;
  /** Images that one more run of those buys. */
  readonly images: number;
  /** Of each of them; null where they differ. */
  readonly imagesEach: number | null;
  /** More photos than are run without a question. */
  readonly isMany: boolean;
  /** How many have a task that nothing needs any more. */
  readonly deletable: number;
}

/** What came of asking for layered files; results of one execution share one. */
export interface PsdRequests {
  readonly asked: number;
  readonly making: number;
  readonly there: number;
  readonly refused: number;
  /** The first reasons why some were refused. */
  readonly problems: ActionResult['problems'];
}

export interface RunAgain extends ActionResult {
  /** That are bought by it. */
  readonly images: number;
}
