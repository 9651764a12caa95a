import type { Problem } from '#shared/problem.ts';
import type { FilmstripPhoto } from '#shared/views/retouch.ts';
import type { Studio } from '../data/studio.svelte.ts';

/** Photos per request; the maximum that the contract allows. */
const PAGE = 500;

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
    const known: FilmstripPhoto[] = [];
    for (let total = 1; known.length < total;) {
      const input = { offset: known.length, limit: PAGE };
      const answer = await studio.ask('retouch.filmstrip', input, signal);
      if (signal.aborted) return;
      if (!answer.ok) {
        problem = answer.problem;
        return;
      }
      known.push(...answer.value.rows);
      // stops at a page with fewer rows than requested; otherwise a list with too high a total would be
      // requested forever
      total = answer.value.rows.length < PAGE ? known.length : answer.value.total;
      photos = [...known];
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

/** Returns the photos whose name contains a text, ignoring upper and lower case. */
export function named(photos: readonly FilmstripPhoto[], text: string): readonly FilmstripPhoto[] {
  const wanted = text.toLocaleLowerCase();
  return photos.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
}
