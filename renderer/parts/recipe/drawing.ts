import type { FilmstripPhoto } from '#shared/views/retouch.ts';

/** An editor in which masks can be drawn over a photo. */
export interface Drawing {
  readonly photo: FilmstripPhoto;
  /** Opens a mask in the editor. */
  open(mask: number): void;
  /** The selected photos; null while fewer than two photos are selected. */
  readonly series: MaskSeries | null;
}

/** The photos in a run, if the run may use a separate mask for each photo. */
export interface MaskSeries {
  readonly count: number;
  readonly isSelecting: boolean;
  /** Selects the subject on each photo and runs each photo with the mask of its own subject. */
  selectSubjects(): Promise<void>;
}
