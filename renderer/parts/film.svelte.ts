import type { Problem } from '#shared/problem.ts';
import type { FilmstripPhoto } from '#shared/views/retouch.ts';
import { everyPage } from '../data/every-page.ts';
import type { Studio } from '../data/studio.svelte.ts';

/** All photos on the filmstrip, from which the user can choose. */
export interface Film {
  /** Undefined before the first answer. */
  readonly photos: readonly FilmstripPhoto[] | undefined;
  /** Why photos are missing; null if all photos have loaded. */
  readonly problem: Problem | null;
}

/** Loads the photos once. Must be called while a component is initialised. */
export function filmOf(studio: Studio): Film {
  let photos = $state.raw<readonly FilmstripPhoto[]>();
  let problem = $state.raw<Problem | null>(null);

  $effect(() => {
    const leaving = new AbortController();
    void load(leaving.signal);
    return () => leaving.abort();
  });

  async function load(signal: AbortSignal): Promise<void> {
    const pages = everyPage((offset, limit) =>
      studio.ask('retouch.filmstrip', { offset, limit }, signal),
    );
    for await (const page of pages) {
      if (signal.aborted) return;
      if (page.ok) photos = [...(photos ?? []), ...page.value];
      else problem = page.problem;
    }
  }

  return {
    get photos() {
      return photos;
    },
    get problem() {
      return problem;
    },
  };
}

/** Returns the photos whose names contain the given text, ignoring case. */
export function named(photos: readonly FilmstripPhoto[], text: string): readonly FilmstripPhoto[] {
  const wanted = text.toLocaleLowerCase();
  return photos.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
}
