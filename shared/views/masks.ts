import type { Size } from '../pictures.ts';
import type { MaskDocument, Region } from '../mask/document.ts';

/** A mask that was drawn over a photo. */
export interface MaskCard {
  readonly id: number;
  /** A person's word for it; null until they give one, and then it is told by its number. */
  readonly name: string | null;
  /** 1, 2, 3 of its photo. */
  readonly number: number;
  readonly photoName: string;
  /** px of the upright photo it was drawn on. */
  readonly width: number;
  readonly height: number;
  /** Operations that count. */
  readonly steps: number;
  /** Wall-clock ms of the last change of what it keeps. */
  readonly changedAt: number;
}

/** Masks that can be laid over a photo; those on which nothing was ever drawn are left out. */
export interface MaskList {
  /** The last changed first. */
  readonly ofPhoto: readonly MaskCard[];
  /** Of other photos: those of the same size first, then those of the same shape; at most 50. */
  readonly ofOthers: readonly MaskCard[];
}

export interface OpenMask {
  readonly card: MaskCard;
  /** Grows with every save. */
  readonly revision: number;
  readonly document: MaskDocument;
}

/** A mask file as an operation on a mask. */
export interface LoadedMask {
  readonly operation: Region;
  /** What was made of it, as the history of a job tells it: "white areas are kept", "scaled from …". */
  readonly notes: readonly string[];
}

/** A mask in a file that never changes, for a recipe to name. */
export interface UsedMask {
  /** Absolute. */
  readonly path: string;
  /** 0 to 1: how much of the photo it keeps. */
  readonly kept: number;
}

/** What stands in a recipe as its mask. */
export interface MaskAt extends Size {
  /** Null for a file that was not drawn here, or whose mask was removed since. */
  readonly card: MaskCard | null;
  /** 0 to 1: how much of the photo it keeps. */
  readonly kept: number;
}

/** How a mask stands after a save. */
export interface SavedMask {
  readonly revision: number;
}
