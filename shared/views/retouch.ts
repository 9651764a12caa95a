import type { Size } from '../pictures.ts';
import type { JobState } from '../job.ts';
import type { Problem } from '../problem.ts';
import type { Recipe } from '../recipe.ts';
import type { EndingRelease } from './custom-models.ts';

/** A photo on the filmstrip, with counts over all its jobs. */
export interface FilmstripPhoto extends Size {
  readonly id: number;
  readonly name: string;
  /** Images delivered to an output folder. */
  readonly delivered: number;
  /** Waiting and running jobs. */
  readonly underWay: number;
  /** Held and failed jobs. */
  readonly needPerson: number;
  /** Failed jobs. */
  readonly failed: number;
}

export interface FilmstripPage {
  readonly total: number;
  readonly offset: number;
  readonly rows: readonly FilmstripPhoto[];
}

/** The photos found among files and in folders. */
export interface FoundPhotos {
  /** In the order they would be added. */
  readonly photos: readonly {
    /** Absolute path. */
    readonly path: string;
    /** The given folder that it was found in; null for a given file. */
    readonly from: string | null;
  }[];
  /** The first problems of files and folders that could not be read. */
  readonly refused: readonly Problem[];
  readonly refusals: number;
}

/** The result of adding files and folders to the filmstrip. */
export interface AddedPhotos {
  /** IDs in the order of the filmstrip, including photos that were already there. */
  readonly ids: readonly number[];
  /** The first problems of files that were not added. */
  readonly refused: readonly Problem[];
  /** Number of all refused files. */
  readonly refusals: number;
}

/** An additional photo of a task, as named in a recipe. */
export interface FurtherView extends Size {
  /** Number of its picture, of the kind `further`. */
  readonly id: number;
  readonly name: string;
  /** Why the service would not accept it; null if it would. */
  readonly problem: Problem | null;
}

/** A photo that was received as content and saved. */
export interface KeptPhoto {
  /** Absolute. */
  readonly path: string;
}

/** The user's rating and pick of a result. */
export interface Mark {
  /** 1 picked, -1 rejected, 0 neither. */
  readonly pick: -1 | 0 | 1;
  /** 0 to 5. */
  readonly stars: number;
}

/** A result with its rating and pick. */
export interface MarkedResult extends Mark {
  readonly resultId: number;
}

/** An image of a run. */
export interface RunImage extends Mark {
  /** ID in the ledger; null until the service lists it. */
  readonly resultId: number | null;
  /** File name; null until delivered. */
  readonly name: string | null;
  /** ID of its layered file, if Darkslide created and delivered one. */
  readonly layersId: number | null;
  readonly state: 'waiting' | 'making' | 'bringing' | 'there' | 'failed';
  /** Why the service could not generate it, in the service's words. */
  readonly error: string | null;
  /** px; null until delivered. */
  readonly width: number | null;
  readonly height: number | null;
}

/** An execution requested by the user or a hot folder, from the time of the request. */
export interface Run {
  readonly jobId: number;
  /** Number of the run within the job, from 1. */
  readonly run: number;
  readonly recipe: Recipe;
  /** True for a hot folder's run. */
  readonly isOfFolder: boolean;
  readonly state: JobState;
  /** Whether the service has charged for it; 'no' while it can be cancelled. */
  readonly isPaid: 'no' | 'yes' | 'unknown';
  /** Progress from 0 to 1, null if the service does not report it. */
  readonly progress: number | null;
  readonly images: readonly RunImage[];
  /** The layered file of the execution; null if not requested. */
  readonly psd: 'making' | 'there' | 'failed' | null;
  readonly problem: Problem | null;
  /** Wall-clock ms. */
  readonly askedAt: number;
}

/** A photo with all its results. */
export interface RetouchPhoto {
  readonly photo: FilmstripPhoto;
  /** Absolute path. */
  readonly source: string;
  readonly bytes: number;
  /** Why it cannot be run now: the file is missing or has changed; null if it is unchanged. */
  readonly problem: Problem | null;
  /** Newest first, at most `mostRuns`. */
  readonly runs: readonly Run[];
  /** Output folder of manual runs. */
  readonly outFolder: string;
}

/** Runs of a photo that a screen receives at most. */
export const mostRuns = 100;

/** The result of starting a run, for each photo. */
export interface StartedRun {
  readonly jobs: readonly {
    readonly photoId: number;
    readonly jobId: number;
    /** under-way: an identical run is in progress, so nothing was requested. */
    readonly outcome: 'new' | 'again' | 'under-way';
  }[];
  readonly refused: readonly { readonly photoId: number; readonly problem: Problem }[];
}

/**
 * What a run of a recipe would do with photos of the filmstrip, by their known facts. The run itself uses the same
 * rules.
 */
export interface ForeseenRun {
  /** Photos for which nothing was bought with this recipe yet. */
  readonly new: number;
  /** Photos that get another execution on their task. */
  readonly again: number;
  /** Photos that are skipped because an identical run is in progress. */
  readonly underWay: number;
  /** Photos that are skipped because an identical job needs attention. */
  readonly held: number;
  /** Photos whose size does not fit the recipe or its mask. */
  readonly unfit: number;
  /** Photos that are skipped because the custom model or scene is reserved for other clients or folders. */
  readonly notAllowed: number;
  /** Photos that have no mask of their own, although the recipe asks for it. */
  readonly noMask: number;
  /** Photos in `new` and `again` whose mask is scaled, because it was drawn on a photo of another size. */
  readonly maskScaled: number;
  /** Custom models and scenes of the recipe whose release expires soon. */
  readonly ends: readonly EndingRelease[];
}

/** The saved state of an agent's panel, including input that is not a valid value yet. */
export interface PanelState {
  readonly agent: string;
  readonly version: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** The camera data in a photo's file, in the words of the camera; null if missing. */
export interface PhotoFacts {
  readonly camera: string | null;
  readonly lens: string | null;
  /** The camera's own local time, `YYYY-MM-DD HH:MM:SS`. */
  readonly takenAt: string | null;
  readonly iso: string | null;
  /** `1/250`, in seconds. */
  readonly exposure: string | null;
  /** The f-number. */
  readonly aperture: string | null;
  /** With its unit: `85.0 mm`. */
  readonly focalLength: string | null;
  /** Name of the colour profile. */
  readonly profile: string | null;
}

/** A job opened in Retouch. */
export interface OpenedJob {
  /** ID on the filmstrip; null if the photo cannot be added. */
  readonly photo: number | null;
  readonly recipe: Recipe;
  /** Why the photo could not be added. */
  readonly problem: Problem | null;
}
