import type { Snippet } from 'svelte';
import type { UploadWish } from '#shared/upload-size.ts';
import type { MaskTools } from '#shared/views/mask-tools.ts';
import type { FilmstripPhoto, RetouchPhoto } from '#shared/views/retouch.ts';

/** What the view passes to the editor. */
export interface Surroundings {
  photo: FilmstripPhoto;
  /** Undefined until known. */
  detail: RetouchPhoto | undefined;
  /** The photos that a run would use. */
  chosen: readonly FilmstripPhoto[];
  /** All photos of the filmstrip. */
  photos: readonly FilmstripPhoto[];
  wish: UploadWish;
  /** The saved tool settings; undefined until known. */
  tools: MaskTools | undefined;
  /** The filmstrip. */
  film: Snippet;
  onopen: (mask: number) => void;
  onselect: (photos: readonly number[]) => void;
  onuse: (path: string) => void;
  onclose: () => void;
}
