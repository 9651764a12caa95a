import type { Problem } from '#shared/problem.ts';
import type { FilmstripPhoto } from '#shared/views/retouch.ts';
import type { Studio } from '../../data/studio.svelte.ts';
import { StripLoader, type Span, type StripState } from './strip-loader.ts';

/** The filmstrip, kept current. */
export interface Strip {
  /** Undefined before the first answer. */
  readonly photos: readonly FilmstripPhoto[] | undefined;
  /** All of them are known; of a long strip the first ones come before. */
  readonly isWhole: boolean;
  /** Why the last question was not answered; what was there before it stays. */
  readonly problem: Problem | null;
  /** Its place; -1 when it is not there. */
  placeOf(id: number): number;
  /** What is on screen now: of these the counts are current. */
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
 * Asks for all photos at the start, for what was added at the end when the filmstrip changes, and for
 * the counts of those on screen when jobs change. Call it while a component is initialised.
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
