import type { Snippet } from 'svelte';
import type { UploadWish } from '#shared/upload-size.ts';
import type { MaskTools } from '#shared/views/mask-tools.ts';
import type { FilmstripPhoto, RetouchPhoto } from '#shared/views/retouch.ts';

/** What the editor is given by the room that it opens in. */
export interface Surroundings {
  photo: FilmstripPhoto;
  /** Undefined until it is known. */
  detail: RetouchPhoto | undefined;
  /** What a run would work on. */
  chosen: readonly FilmstripPhoto[];
  /** All of the filmstrip. */
  photos: readonly FilmstripPhoto[];
  wish: UploadWish;
  /** How the tools were left; undefined until it is known. */
  tools: MaskTools | undefined;
  /** The filmstrip. */
  film: Snippet;
  onopen: (mask: number) => void;
  onselect: (photos: readonly number[]) => void;
  onuse: (path: string) => void;
  onclose: () => void;
}
