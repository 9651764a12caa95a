import type { FilmstripPhoto } from '#shared/views/retouch.ts';

/** Where masks can be drawn: over a photo, in an editor. */
export interface Drawing {
  readonly photo: FilmstripPhoto;
  /** Opens a mask in the editor. */
  open(mask: number): void;
}
