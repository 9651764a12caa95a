import type { FilmstripPhoto } from '#shared/views/retouch.ts';
import type { Studio } from '../data/studio.svelte.ts';
import type { Drawing } from '../parts/recipe/drawing.ts';

/** A job's photo and the mask editor that is open over it. */
export class JobMask {
  readonly #studio: Studio;
  #photo = $state.raw<FilmstripPhoto | null>(null);
  /** ID of the mask in the editor; null while the editor is closed. */
  open = $state<number | null>(null);

  constructor(studio: Studio) {
    this.#studio = studio;
  }

  /** The photo; null if nothing can be drawn, for example because the file is missing. */
  get photo(): FilmstripPhoto | null {
    return this.#photo;
  }

  /** The editor in which masks are drawn; null if nothing can be drawn. */
  get drawing(): Drawing | null {
    const photo = this.#photo;
    return photo === null ? null : { photo, series: null, open: (mask) => (this.open = mask) };
  }

  /** Looks up a job's photo, and adds the photo to the filmstrip, because only filmstrip photos can have masks. */
  async find(jobId: number): Promise<void> {
    const opened = await this.#studio.ask('retouch.open-job', { id: jobId });
    if (!opened.ok || opened.value.photo === null) return;
    const found = await this.#studio.ask('retouch.photo', { id: opened.value.photo });
    if (found.ok) this.#photo = found.value.photo;
  }
}
