import type { Problem } from '#shared/problem.ts';
import type { FilmstripPhoto } from '#shared/views/retouch.ts';
import type { Span } from '../../data/pages.ts';
import type { Studio } from '../../data/studio.svelte.ts';
import { StripLoader, type StripState } from './strip-loader.ts';

/** The filmstrip, kept current. */
export interface Strip {
  /** Undefined before the first answer. */
  readonly photos: readonly FilmstripPhoto[] | undefined;
  readonly total: number | undefined;
  /** Whether all photos have loaded. The first photos of a long filmstrip appear before that. */
  readonly isWhole: boolean;
  /** Why the last request failed; the previous photos stay. */
  readonly problem: Problem | null;
  /** Returns the index of a photo; -1 if it is not on the filmstrip. */
  placeOf(id: number): number;
  /** Sets which photos are on screen; only the counts of these photos are kept up to date. */
  see(span: Span): void;
  refresh(): void;
}

class LiveState implements StripState {
  photos = $state.raw<readonly FilmstripPhoto[]>();
  isWhole = $state(false);
  problem = $state.raw<Problem | null>(null);
  seen: Span = { first: 0, last: 0 };
}

/**
 * Loads all photos. Later loads new photos at the end when the filmstrip changes, and the counts of the photos on
 * screen when jobs change. Must be called while a component is initialised.
 */
export function stripOf(studio: Studio): Strip {
  const state = new LiveState();
  const places = $derived(new Map((state.photos ?? []).map(({ id }, at) => [id, at])));
  let loader: StripLoader | null = null;

  $effect(() => {
    const leaving = new AbortController();
    const current = new StripLoader(studio, state, leaving.signal);
    loader = current;
    current.load('all');
    const unlisten = studio.onChange((changed) => {
      if (changed === null) current.load('all');
      else if (changed.parts.includes('retouch')) current.load('end');
      else if (changed.jobs === null || changed.jobs.length > 0) current.load('counts');
    });
    return () => {
      unlisten();
      leaving.abort();
    };
  });

  return {
    get photos() {
      return state.photos;
    },
    get total() {
      return state.photos?.length;
    },
    get isWhole() {
      return state.isWhole;
    },
    get problem() {
      return state.problem;
    },
    placeOf: (id) => places.get(id) ?? -1,
    see(span) {
      if (span.first === state.seen.first && span.last === state.seen.last) return;
      state.seen = span;
      loader?.load('counts');
    },
    refresh: () => loader?.load('all'),
  };
}
