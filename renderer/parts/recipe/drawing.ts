import type { FilmstripPhoto } from '#shared/views/retouch.ts';

/** An editor in which masks can be drawn over a photo. */
export interface Drawing {
  readonly photo: FilmstripPhoto;
  /** Opens a mask in the editor. */
  open(mask: number): void;
}
