import { PAGE } from '#shared/contract/schemas.ts';
import type { Problem } from '#shared/problem.ts';
import type { FilmstripPhoto } from '#shared/views/retouch.ts';
import { everyPage } from '../../data/every-page.ts';
import type { Span } from '../../data/pages.ts';
import type { Studio } from '../../data/studio.svelte.ts';

/** The parts of the filmstrip that can be loaded again, from the smallest to the largest. */
const parts = ['counts', 'end', 'all'] as const;
type Part = (typeof parts)[number];

/** The loaded filmstrip. */
export interface StripState {
  photos: readonly FilmstripPhoto[] | undefined;
  isWhole: boolean;
  problem: Problem | null;
  /** The photos on screen. */
  seen: Span;
}

/** Loads the filmstrip, with one request at a time, until its signal is aborted. */
export class StripLoader {
  readonly #studio: Studio;
  readonly #strip: StripState;
  readonly #leaving: AbortSignal;
  readonly #asks: Readonly<Record<Part, () => Promise<void>>> = {
    all: () => this.#askAll(),
    end: () => this.#askEnd(),
    counts: () => this.#askCounts(),
  };
  #outdated: Part | null = null;
  #isAsking = false;

  constructor(studio: Studio, strip: StripState, leaving: AbortSignal) {
    this.#studio = studio;
    this.#strip = strip;
    this.#leaving = leaving;
  }

  /** Loads a part after the current request, unless a larger part is already waiting. */
  load(part: Part): void {
    const isMore = this.#outdated === null || parts.indexOf(part) > parts.indexOf(this.#outdated);
    if (isMore) this.#outdated = part;
    if (!this.#isAsking) void this.#ask();
  }

  async #ask(): Promise<void> {
    this.#isAsking = true;
    while (this.#outdated !== null && !this.#leaving.aborted) {
      const now = this.#outdated;
      this.#outdated = null;
      await this.#asks[now]();
    }
    this.#isAsking = false;
  }

  async #request(offset: number, limit: number) {
    const asked = { offset, limit };
    const answer = await this.#studio.ask('retouch.filmstrip', asked, this.#leaving);
    if (!this.#leaving.aborted) this.#strip.problem = answer.ok ? null : answer.problem;
    return answer;
  }

  async #page(offset: number, limit: number) {
    const answer = await this.#request(offset, limit);
    return answer.ok && !this.#leaving.aborted ? answer.value : null;
  }

  async #askAll(): Promise<void> {
    const strip = this.#strip;
    const found: FilmstripPhoto[] = [];
    for await (const page of everyPage((offset, limit) => this.#request(offset, limit))) {
      if (!page.ok || this.#leaving.aborted) return;
      found.push(...page.value);
      const isLonger = strip.photos === undefined || strip.photos.length < found.length;
      if (isLonger) strip.photos = [...found];
    }
    strip.photos = found;
    strip.isWhole = true;
  }

  /**
   * Loads the photos that were added at the end. While a folder is being added, the filmstrip changes often,
   * so known photos are not loaded again.
   */
  async #askEnd(): Promise<void> {
    const strip = this.#strip;
    for (;;) {
      const last = strip.photos?.at(-1);
      if (strip.photos === undefined || last === undefined || !strip.isWhole) return this.#askAll();
      const answer = await this.#page(strip.photos.length - 1, PAGE);
      if (answer === null) return;
      const [same, ...come] = answer.rows;
      if (same?.id !== last.id) return this.#askAll();
      if (come.length > 0) strip.photos = [...strip.photos, ...come];
      if (answer.rows.length < PAGE) return this.#askCounts();
    }
  }

  async #askCounts(): Promise<void> {
    const { photos, seen } = this.#strip;
    if (photos === undefined || photos.length === 0) return this.#askAll();
    const offset = Math.max(0, Math.min(seen.first, photos.length - 1));
    const limit = Math.max(1, Math.min(PAGE, seen.last - offset + 1));
    const answer = await this.#page(offset, limit);
    if (answer === null) return;
    const isSame =
      answer.total === photos.length &&
      answer.rows.every(({ id }, at) => id === photos[offset + at]?.id);
    if (!isSame) return this.#askAll();
    const after = photos.slice(offset + answer.rows.length);
    this.#strip.photos = [...photos.slice(0, offset), ...answer.rows, ...after];
  }
}
