import type { Problem } from '#shared/problem.ts';
import type { FilmstripPhoto } from '#shared/views/retouch.ts';
import type { Studio } from '../../data/studio.svelte.ts';

/** Photos of one answer; the contract's longest page. */
const PAGE = 500;

/** Outdated parts of the strip, the one with the least to ask for first. */
const parts = ['counts', 'end', 'all'] as const;
type Part = (typeof parts)[number];

/** Photos `first` to `last` on screen. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

/** What is known of the filmstrip. */
export interface StripState {
  photos: readonly FilmstripPhoto[] | undefined;
  isWhole: boolean;
  problem: Problem | null;
  seen: Span;
}

/** Brings the filmstrip up to date, one question at a time, until its signal is aborted. */
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

  /** Asks for a part, unless a larger one is asked for next. */
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

  async #page(offset: number, limit: number) {
    const asked = { offset, limit };
    const answer = await this.#studio.ask('retouch.filmstrip', asked, this.#leaving);
    if (this.#leaving.aborted) return null;
    this.#strip.problem = answer.ok ? null : answer.problem;
    return answer.ok ? answer.value : null;
  }

  async #askAll(): Promise<void> {
    const strip = this.#strip;
    const found: FilmstripPhoto[] = [];
    let total = 1;
    while (found.length < total) {
      const answer = await this.#page(found.length, PAGE);
      if (answer === null) return;
      found.push(...answer.rows);
      // a strip that says it is longer than it is would be asked for its end for ever
      total = answer.rows.length < PAGE ? found.length : answer.total;
      const isLonger = strip.photos === undefined || strip.photos.length < found.length;
      if (isLonger) strip.photos = [...found];
    }
    strip.photos = found;
    strip.isWhole = true;
  }

  /** Photos come at the end, one by one where a folder is added: what is known is not asked anew. */
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
