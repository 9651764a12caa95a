import type { Size } from '../pictures.ts';
import type { JobState } from '../job.ts';
import type { Problem } from '../problem.ts';
import type { Recipe } from '../recipe.ts';
import type { EndingRelease } from './custom-models.ts';

/** A photo on the filmstrip, with the numbers of its images and jobs. */
export interface FilmstripPhoto extends Size {
  readonly id: number;
  readonly name: string;
  /** Number of images delivered to an output folder. */
  readonly delivered: number;
  /** Number of waiting and running jobs. */
  readonly underWay: number;
  /** Number of held and failed jobs. */
  readonly needPerson: number;
  /** Number of failed jobs. */
  readonly failed: number;
}

export interface FilmstripPage {
  readonly total: number;
  readonly offset: number;
  readonly rows: readonly FilmstripPhoto[];
}

/** The photos found among files and in folders. */
export interface FoundPhotos {
  /** In the order in which they would be added. */
  readonly photos: readonly {
    /** Absolute path. */
    readonly path: string;
    /** The given folder in which the photo was found; null for a given file. */
    readonly from: string | null;
  }[];
  /** Problems of files and folders that could not be read; only the first ones. */
  readonly refused: readonly Problem[];
  readonly refusals: number;
}

/** The result of adding files and folders to the filmstrip. */
export interface AddedPhotos {
  /** IDs of the photos in the order of the filmstrip, including photos that were already on the filmstrip. */
  readonly ids: readonly number[];
  /** Problems of files that were not added; only the first ones. */
  readonly refused: readonly Problem[];
  /** Number of all refused files. */
  readonly refusals: number;
}

/** An additional photo in a recipe, which is sent to the service together with the photo itself. */
export interface FurtherView extends Size {
  /** Number with which a screen requests the picture (kind `further`). */
  readonly id: number;
  readonly name: string;
  /** Why the service would not accept the photo; null if it would. */
  readonly problem: Problem | null;
}

/** A photo that a page sent and that has been saved. */
export interface KeptPhoto {
  /** Absolute path. */
  readonly path: string;
}

/** The user's rating and pick of a result. */
export interface Mark {
  /** 1 for picked, -1 for rejected, 0 for neither. */
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
  /** ID of the result in the ledger; null until the service has listed the image. */
  readonly resultId: number | null;
  /** File name; null until the image is delivered. */
  readonly name: string | null;
  /** ID of the image's layered file; null unless Darkslide created and delivered one. */
  readonly layersId: number | null;
  readonly state: 'waiting' | 'making' | 'bringing' | 'there' | 'failed';
  /** Why the service could not generate the image, in the service's words; null if it did not fail. */
  readonly error: string | null;
  /** px; null until the image is delivered. */
  readonly width: number | null;
  readonly height: number | null;
}

/** A run that the user or a hot folder has requested, from the moment of the request. */
export interface Run {
  readonly jobId: number;
  /** Number of the run within its job, counted from 1. */
  readonly run: number;
  readonly recipe: Recipe;
  /** Whether a hot folder requested the run. */
  readonly isOfFolder: boolean;
  readonly state: JobState;
  /** Whether the service has charged for the run; while this is `no`, the run can be cancelled. */
  readonly isPaid: 'no' | 'yes' | 'unknown';
  /** Progress from 0 to 1; null if the service does not report it. */
  readonly progress: number | null;
  readonly images: readonly RunImage[];
  /** State of the execution's layered PSD; null if it was not requested. */
  readonly psd: 'making' | 'there' | 'failed' | null;
  readonly problem: Problem | null;
  /** Wall-clock ms at which the run was sent; while it waits, at which it was requested. */
  readonly askedAt: number;
}

/** A photo with all its results. */
export interface RetouchPhoto {
  readonly photo: FilmstripPhoto;
  /** Absolute path. */
  readonly source: string;
  readonly bytes: number;
  /** Why no run can be started for the photo now, because its file is missing or has changed; null if one can. */
  readonly problem: Problem | null;
  /** The newest first, at most `mostRuns`. */
  readonly runs: readonly Run[];
  /** Output folder of runs in Retouch. */
  readonly outFolder: string;
}

/** Maximum number of a photo's runs that a screen receives. */
export const mostRuns = 100;

/** The result of starting a run, for each photo. */
export interface StartedRun {
  readonly jobs: readonly {
    readonly photoId: number;
    readonly jobId: number;
    /** `under-way`: an identical run is in progress, so nothing was added. */
    readonly outcome: 'new' | 'again' | 'under-way';
  }[];
  readonly refused: readonly { readonly photoId: number; readonly problem: Problem }[];
}

/**
 * What a run of a recipe would do with photos on the filmstrip, according to the ledger and without reading the photos.
 * The run itself applies the same rules.
 */
export interface ForeseenRun {
  /** Number of photos for which nothing has been bought with this recipe. */
  readonly new: number;
  /** Number of photos that get another execution on their task. */
  readonly again: number;
  /** Number of photos that are skipped because an identical run is in progress. */
  readonly underWay: number;
  /** Number of photos that are skipped because an identical job needs attention. */
  readonly held: number;
  /** Number of photos whose size does not fit the recipe or its mask. */
  readonly unfit: number;
  /** Number of photos that are skipped because the custom model or scene is only for other clients or folders. */
  readonly notAllowed: number;
  /** Number of photos without their own mask, although the recipe asks for each photo’s own mask. */
  readonly noMask: number;
  /** Number of photos in `new` and `again` whose mask is scaled, because it was drawn on a photo of another size. */
  readonly maskScaled: number;
  /** Custom models and scenes of the recipe whose release expires soon. */
  readonly ends: readonly EndingRelease[];
}

/** The saved state of an agent's panel, which may include input that is not a valid value yet. */
export interface PanelState {
  readonly agent: string;
  readonly version: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** The camera data in a photo's file, as the camera wrote it; null for missing data. */
export interface PhotoFacts {
  readonly camera: string | null;
  readonly lens: string | null;
  /** The camera's local time, `YYYY-MM-DD HH:MM:SS`. */
  readonly takenAt: string | null;
  readonly iso: string | null;
  /** Exposure time in seconds, such as `1/250`. */
  readonly exposure: string | null;
  /** The f-number. */
  readonly aperture: string | null;
  /** With the unit, such as `85.0 mm`. */
  readonly focalLength: string | null;
  /** Name of the colour profile. */
  readonly profile: string | null;
}

/** A job opened in Retouch. */
export interface OpenedJob {
  /** The photo's ID on the filmstrip; null if the photo could not be added. */
  readonly photo: number | null;
  readonly recipe: Recipe;
  /** Why the photo could not be added; null if it was. */
  readonly problem: Problem | null;
}
