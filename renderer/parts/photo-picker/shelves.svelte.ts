import type { Problem } from '#shared/problem.ts';
import type { LibraryImage } from '#shared/library-image.ts';
import type { Studio } from '../../data/studio.svelte.ts';
import { filmOf, named } from '../film.svelte.ts';
import { aboutJobs } from '../../data/live.svelte.ts';
import type { Span } from '../../data/pages.ts';
import { Rows, type Answer } from '../../data/rows.svelte.ts';
import type { KnownPhoto } from './picks.ts';

/** A list of photos to choose from. Loads only the rows on screen and the rows next to them. */
export interface Shelf {
  /** Undefined before the first answer. */
  readonly total: number | undefined;
  readonly problem: Problem | null;
  /** Returns the photo at an index; undefined while it loads. */
  at(index: number): KnownPhoto | undefined;
  /** Sets the rows that are on screen. */
  see(span: Span): void;
}

interface StripShelf extends Shelf {
  /** Whether the filmstrip is known to contain no photos at all, not only none that match the search text. */
  readonly isEmpty: boolean;
}

/** Returns the photos on the filmstrip in its order. Must be called while a component is initialised. */
export function stripShelf(studio: Studio, text: () => string): StripShelf {
  const film = filmOf(studio);
  const found = $derived(film.photos && named(film.photos, text()));
  return {
    get isEmpty() {
      return film.photos?.length === 0;
    },
    get total() {
      return found?.length;
    },
    get problem() {
      return film.problem;
    },
    at(index) {
      const photo = found?.[index];
      return photo && { kind: 'strip', id: photo.id, name: photo.name };
    },
    see() {},
  };
}

/**
 * Returns the delivered results, newest first. Must be called while a component is initialised.
 *
 * @param onTurned Called when the first rows have loaded after the search text has changed.
 */
export function libraryShelf(studio: Studio, text: () => string, onTurned: () => void): Shelf {
  const rows = new Rows<LibraryImage, Answer<LibraryImage>, string>(studio, {
    asked: text,
    page: (wanted, offset, limit, signal) => {
      const filter = wanted === '' ? {} : { text: wanted };
      return studio.ask('library.page', { filter, sort: 'newest', offset, limit }, signal);
    },
    concerns: aboutJobs(),
    onTurned,
  });
  return {
    get total() {
      return rows.total;
    },
    get problem() {
      return rows.problem;
    },
    at(index) {
      const image = rows.at(index);
      return image && { kind: 'result', id: image.id, name: image.name };
    },
    see: (span) => rows.see(span),
  };
}
