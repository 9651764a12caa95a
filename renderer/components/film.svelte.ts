import type { Problem } from '#shared/problem.ts';
import type { FilmstripPhoto } from '#shared/views/retouch.ts';
import type { Studio } from '../state/studio.svelte.ts';

/** Photos of one answer; the contract's longest page. */
const PAGE = 500;

/** All photos of the filmstrip, to choose from. */
export interface Film {
  /** Undefined before the first answer. */
  readonly photos: readonly FilmstripPhoto[] | undefined;
  /** Why they are not all here. */
  readonly problem: Problem | null;
}

/** Asks for the photos once. Call it while a component is initialised. */
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
      // a strip that says it is longer than it is would be asked for its end for ever
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

/** Those whose name holds a text, in any case. */
export function named(photos: readonly FilmstripPhoto[], text: string): readonly FilmstripPhoto[] {
  const wanted = text.toLocaleLowerCase();
  return photos.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
}
