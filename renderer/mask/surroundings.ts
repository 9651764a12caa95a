import type { UploadWish } from '#shared/upload-size.ts';
import type { MaskTools } from '#shared/views/mask-tools.ts';
import type { FilmstripPhoto, RetouchPhoto } from '#shared/views/retouch.ts';
import type { View } from '../viewer/view.ts';

/** What the mask editor needs from the Retouch view around it. */
export interface Surroundings {
  /** The edited photo with its runs; undefined until loaded. */
  readonly detail: RetouchPhoto | undefined;
  /** The photos that the next run would use. */
  readonly chosen: readonly FilmstripPhoto[];
  /** All photos on the filmstrip. */
  readonly photos: readonly FilmstripPhoto[];
  readonly wish: UploadWish;
  /** The zoom and position of each photo, by its id, which the editor takes over and gives back. */
  readonly views: Map<string, View>;
  /** The saved tool settings; undefined until loaded. */
  readonly tools: MaskTools | undefined;
  /** Opens another mask. */
  open(mask: number): void;
  /** Selects photos. */
  select(photos: readonly number[]): void;
  /**
   * Uses a mask file for the next run, and closes the editor. With `all`, every photo in the run gets this mask. With
   * `this`, a run in which each photo has its own mask uses the file only for the edited photo.
   */
  use(path: string, photos: 'this' | 'all'): void;
  /** Selects the subject on each photo in the run, and runs each photo with the mask of its own subject. */
  selectSubjects(): Promise<void>;
  close(): void;
}
