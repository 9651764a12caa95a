import type { Size } from '../pictures.ts';
import type { JobState } from '../job.ts';
import type { Problem } from '../problem.ts';
import type { Recipe } from '../recipe.ts';
import type { EndingRelease } from './custom-models.ts';

/** A photo on the filmstrip, with what is made of it over all its jobs. */
export interface FilmstripPhoto extends Size {
  readonly id: number;
  readonly name: string;
  /** Images that lie in an output folder. */
  readonly delivered: number;
  /** Jobs that wait or run. */
  readonly underWay: number;
  /** Jobs that wait for a person or failed. */
  readonly needPerson: number;
  /** Those of them that failed. */
  readonly failed: number;
}

export interface FilmstripPage {
  readonly total: number;
  readonly offset: number;
  readonly rows: readonly FilmstripPhoto[];
}

/** The photos that were found among files and in folders. */
export interface FoundPhotos {
  /** Absolute, in the order they would be added. */
  readonly paths: readonly string[];
  /** What could not be looked into, the first of it. */
  readonly refused: readonly Problem[];
  readonly refusals: number;
}

/** What came of putting files and folders on the filmstrip. */
export interface AddedPhotos {
  /** In the order of the filmstrip; those that were there already as well. */
  readonly ids: readonly number[];
  /** Files that are not there now, the first of them. */
  readonly refused: readonly Problem[];
  /** All files that were refused. */
  readonly refusals: number;
}

/** A photo that a task takes besides its own, as a recipe names it. */
export interface FurtherView extends Size {
  /** Number of its picture, of the kind `further`. */
  readonly id: number;
  readonly name: string;
  /** Why the service would not take it; null when it would. */
  readonly problem: Problem | null;
}

/** A photo that was handed over by its content, where it is kept. */
export interface KeptPhoto {
  /** Absolute. */
  readonly path: string;
}

/** What a person thinks of a result. */
export interface Mark {
  /** 1 picked, -1 rejected, 0 neither. */
  readonly pick: -1 | 0 | 1;
  /** 0 to 5. */
  readonly stars: number;
}

/** A result with its mark. */
export interface MarkedResult extends Mark {
  readonly resultId: number;
}

/** One image of a run. */
export interface RunImage extends Mark {
  /** Id in the ledger; null until the service lists it. */
  readonly resultId: number | null;
  /** Of its file; null until it is there. */
  readonly name: string | null;
  /** Id of its layered file, where one was made here and is delivered. */
  readonly layersId: number | null;
  readonly state: 'waiting' | 'making' | 'bringing' | 'there' | 'failed';
  /** Why the service could not make it, in its own words. */
  readonly error: string | null;
  /** px; null until it is there. */
  readonly width: number | null;
  readonly height: number | null;
}

/** One execution that a person or a drop folder asked for, from its asking on. */
export interface Run {
  readonly jobId: number;
  /** Which of the job's runs, from 1. */
  readonly run: number;
  readonly recipe: Recipe;
  /** True for a drop folder's. */
  readonly isOfFolder: boolean;
  readonly state: JobState;
  /** Whether the service has charged for it: not while it can be cancelled. */
  readonly isPaid: 'no' | 'yes' | 'unknown';
  /** 0 to 1 of what is being made, null where the service does not tell. */
  readonly progress: number | null;
  readonly images: readonly RunImage[];
  /** The layered file of the execution; null when none was asked for. */
  readonly psd: 'making' | 'there' | 'failed' | null;
  readonly problem: Problem | null;
  /** Wall-clock ms. */
  readonly askedAt: number;
}

/** A photo with all that was made of it. */
export interface RetouchPhoto {
  readonly photo: FilmstripPhoto;
  /** Absolute path. */
  readonly source: string;
  readonly bytes: number;
  /** Why it cannot be run now: it vanished or is another one; null when it lies where it lay. */
  readonly problem: Problem | null;
  /** The newest first; at most `mostRuns`. */
  readonly runs: readonly Run[];
  /** Where results of a manual run go. */
  readonly outFolder: string;
}

/** Runs of one photo that a screen is told. */
export const mostRuns = 100;

/** What came of a run that was asked for, photo by photo. */
export interface StartedRun {
  readonly jobs: readonly {
    readonly photoId: number;
    readonly jobId: number;
    /** under-way: the very same is being made already, so nothing more was asked for. */
    readonly outcome: 'new' | 'again' | 'under-way';
  }[];
  readonly refused: readonly { readonly photoId: number; readonly problem: Problem }[];
}

/**
 * What a run of a recipe would do with photos of the filmstrip, by what is known of them. It is the
 * rule that the run itself follows.
 */
export interface ForeseenRun {
  /** Photos that nothing was bought for with this recipe yet. */
  readonly new: number;
  /** Photos that get one more execution on their task. */
  readonly again: number;
  /** Photos that are left out: the very same is being made of them. */
  readonly underWay: number;
  /** Photos that are left out: the very same waits for a person's answer. */
  readonly held: number;
  /** Photos that the recipe or its mask was not made for, by their size. */
  readonly unfit: number;
  /** Photos that are left out: the custom model or scene is meant for other clients or folders. */
  readonly notAllowed: number;
  /** Photos among the new ones and those again whose mask is scaled: it was drawn on one of another size. */
  readonly maskScaled: number;
  /** Own models and scenes of the recipe whose release ends soon. */
  readonly ends: readonly EndingRelease[];
}

/** How a person left the panel of an agent: what is typed, whether it is a value yet or not. */
export interface PanelState {
  readonly agent: string;
  readonly version: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** What a photo's file says of how it was taken, in the words of the camera; null where it does not. */
export interface PhotoFacts {
  readonly camera: string | null;
  readonly lens: string | null;
  /** The camera's own local time, `YYYY-MM-DD HH:MM:SS`. */
  readonly takenAt: string | null;
  readonly iso: string | null;
  /** `1/250`, in seconds. */
  readonly exposure: string | null;
  /** The number behind the f. */
  readonly aperture: string | null;
  /** With its unit: `85.0 mm`. */
  readonly focalLength: string | null;
  /** Name of the colour profile. */
  readonly profile: string | null;
}

/** A job opened in Retouch. */
export interface OpenedJob {
  /** Id on the filmstrip; null where the photo cannot be put there. */
  readonly photo: number | null;
  readonly recipe: Recipe;
  /** Why the photo is not there. */
  readonly problem: Problem | null;
}
