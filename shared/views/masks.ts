import type { Size } from '../pictures.ts';
import type { MaskDocument, Region } from '../mask/document.ts';

/** A mask drawn on a photo. */
export interface MaskCard {
  readonly id: number;
  /** The user's name for it; null if it is shown by its number. */
  readonly name: string | null;
  /** Number of the mask for its photo, from 1. */
  readonly number: number;
  readonly photoName: string;
  /** px of the upright photo it was drawn on. */
  readonly width: number;
  readonly height: number;
  /** Active operations. */
  readonly steps: number;
  /** Wall-clock ms of the last change of the kept area. */
  readonly changedAt: number;
}

/** Masks that fit a photo, without empty ones. */
export interface MaskList {
  /** Last changed first. */
  readonly ofPhoto: readonly MaskCard[];
  /** Masks of other photos: same size first, then same shape; at most 50. */
  readonly ofOthers: readonly MaskCard[];
}

export interface OpenMask {
  readonly card: MaskCard;
  /** Increases with every save. */
  readonly revision: number;
  readonly document: MaskDocument;
}

/** A mask file as an operation on a mask. */
export interface LoadedMask {
  readonly operation: Region;
  /** How the file was used, as in a job's history: "white areas are kept", "scaled from …". */
  readonly notes: readonly string[];
}

/** The subject of a photo as an operation on its mask. */
export interface SelectedSubject {
  readonly operation: Region;
}

/** A mask in an immutable file, for use in a recipe. */
export interface UsedMask {
  /** Absolute. */
  readonly path: string;
  /** Kept part of the photo, 0 to 1. */
  readonly kept: number;
}

/** The mask in a recipe. */
export interface MaskAt extends Size {
  /** Null for a file that was not drawn here, or whose mask was removed. */
  readonly card: MaskCard | null;
  /** Kept part of the photo, 0 to 1. */
  readonly kept: number;
}

/** The state of a mask after a save. */
export interface SavedMask {
  readonly revision: number;
}
