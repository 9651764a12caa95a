import type { Size } from '../pictures.ts';
import type { MaskDocument, Region } from '../mask/document.ts';

/** A mask drawn on a photo. */
export interface MaskCard {
  readonly id: number;
  /** The name that the user gave the mask; null if it is shown by its number. */
  readonly name: string | null;
  /** Number of the mask among the masks of the same photo, counted from 1. */
  readonly number: number;
  readonly photoName: string;
  /** Size in px of the upright photo on which the mask was drawn. */
  readonly width: number;
  readonly height: number;
  /** Number of active operations. */
  readonly steps: number;
  /** Wall-clock ms of the last change of the kept area. */
  readonly changedAt: number;
}

/** The masks that fit a photo, except empty ones. */
export interface MaskList {
  /** Masks of this photo, most recently changed first. */
  readonly ofPhoto: readonly MaskCard[];
  /** Masks of other photos: those of the same size first, then those of the same shape; at most 50. */
  readonly ofOthers: readonly MaskCard[];
}

export interface OpenMask {
  readonly card: MaskCard;
  /** Increases with every save. */
  readonly revision: number;
  readonly document: MaskDocument;
}

/** A mask file, converted to an operation on a mask. */
export interface LoadedMask {
  readonly operation: Region;
  /** How the file was converted, in the same words as in a job's history: "white areas are kept", "scaled from …". */
  readonly notes: readonly string[];
}

/** The mask with which a photo runs after its subject was selected in a series. */
export interface BegunSubject {
  readonly card: MaskCard;
  /** False if the photo had a mask already, which is kept. */
  readonly isNew: boolean;
}

/** The subject of a photo, as an operation on its mask. */
export interface SelectedSubject {
  readonly operation: Region;
}

/** A mask in a file that never changes, for use in a recipe. */
export interface UsedMask {
  /** Absolute path. */
  readonly path: string;
  /** Fraction of the photo that is kept, from 0 to 1. */
  readonly kept: number;
}

/** The mask in a recipe. */
export interface MaskAt extends Size {
  /** The mask's card; null if the file was not drawn here, or its mask was removed. */
  readonly card: MaskCard | null;
  /** Fraction of the photo that is kept, from 0 to 1. */
  readonly kept: number;
}

/** The state of a mask after it was saved. */
export interface SavedMask {
  readonly revision: number;
}
