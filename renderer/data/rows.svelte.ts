import { untrack } from 'svelte';
import type { StudioChange } from '#shared/ipc.ts';
import type { Outcome, Problem } from '#shared/problem.ts';
import { keepCurrent, type Subscription } from './keep-current.ts';
import { createPages, type ListItem, type Pages, type Span } from './pages.ts';
import type { Studio } from './studio.svelte.ts';

/** Rows per request while ids are collected; the contract's maximum. */
const GATHERED = 500;
/** Maximum number of ids in one command. */
export const MOST_MARKED = 5000;

/** A page of a list, as returned by the studio. */
export interface Answer<Row> {
  /** Number of rows in the whole list. */
  readonly total: number;
  readonly rows: readonly Row[];
}

/** A list, defined by a query: its filter and order. */
export interface Source<Query, Row extends ListItem, Page extends Answer<Row>> {
  /** Returns the current query; another object means another list, null none. */
  asked(): Query | null;
  page(asked: Query, offset: number, limit: number, signal?: AbortSignal): Promise<Outcome<Page>>;
  /** Whether a change in the studio may affect the rows. */
  concerns(changed: StudioChange): boolean;
  /** Called when the first rows of another list have loaded. */
  onTurned(): void;
  /** The first page, if it was loaded before; shown until the first answer. */
  readonly seed?: Page | undefined;
}

/** The rows that replace those on screen once the first of them have loaded. */
interface Coming<Row extends ListItem> {
  readonly pages: Pages<Row>;
  /** Index of the first row to request. */
  readonly first: number;
  readonly onThere: () => void;
}

/**
 * The rows of a long list around what is on screen, kept current: loaded when they or the query change, and when a
 * change in the studio concerns them. Create it while a component is initialised.
 */
export class Rows<Row extends ListItem, Page extends Answer<Row> = Answer<Row>, Query = unknown> {
  readonly #source: Source<Query, Row, Page>;
  /** Counts the changes of `#pages`, which is no state itself. */
  #version = $state(0);
  #page = $state.raw<Page>();
  #problem = $state.raw<Problem | null>(null);
  #isTurning = $state(true);
  #pages: Pages<Row> = createPages();
  #seen: Span = { first: 0, last: 0 };
  /** The previous list stays on screen until the first rows of this one have loaded. */
  #coming: Coming<Row> | null = null;
  #subscription: Subscription | null = null;
  readonly #turned = () => this.#source.onTurned();

  constructor(studio: Studio, source: Source<Query, Row, Page>) {
    this.#source = source;
    const { seed } = source;
    if (seed !== undefined) {
      this.#page = seed;
      const { total, rows } = seed;
      this.#pages.store({ offset: 0, limit: rows.length, stamp: -1 }, total, rows);
    }
    $effect(() => {
      const asked = source.asked();
      return asked === null ? undefined : untrack(() => this.#follow(studio, asked));
    });
  }

  /** Rows in the list; undefined before the first answer. */
  get total(): number | undefined {
    void this.#version;
    return this.#pages.total;
  }

  /** The last answer, for its fields besides the rows. */
  get page(): Page | undefined {
    return this.#page;
  }

  /** Why the last request failed; the previous rows stay. */
  get problem(): Problem | null {
    return this.#problem;
  }

  /** Another list is loading; the previous one is still shown. */
  get isTurning(): boolean {
    return this.#isTurning;
  }

  /** Returns a row; undefined while it loads. */
  at(index: number): Row | undefined {
    void this.#version;
    return this.#pages.at(index);
  }

  /** Returns the index of a loaded row; -1 if it is not loaded. */
  placeOf(id: number): number {
    void this.#version;
    return this.#pages.placeOf(id);
  }

  /** Sets the rows that are on screen. */
  see(span: Span): void {
    if (span.first === this.#seen.first && span.last === this.#seen.last) return;
    this.#seen = span;
    this.#subscription?.reload();
  }

  refresh(): void {
    this.#pages.outdate();
    this.#subscription?.reload();
  }

  /**
   * Reloads the rows around an index after the list has changed its order or its members. The rows on screen stay
   * until the new ones have loaded, then `onThere` is called; it is not called if the list is reloaded before.
   */
  rearrange(place: number, onThere: () => void): void {
    const isTurn = this.#coming?.onThere === this.#turned;
    const least = place + this.#seen.last - this.#seen.first + 1;
    this.#coming = isTurn
      ? { pages: createPages(), first: 0, onThere: this.#turned }
      : { pages: createPages(least), first: place, onThere };
    this.#subscription?.reload();
  }

  /** Returns the ids of a span, at most `MOST_MARKED`; null if a request fails. */
  async idsOf({ first, last }: Span): Promise<readonly number[] | null> {
    const asked = untrack(() => this.#source.asked());
    if (asked === null) return null;
    const ids: number[] = [];
    const end = Math.min(last, first + MOST_MARKED - 1);
    for (let offset = first; offset <= end; offset += GATHERED) {
      const limit = Math.min(GATHERED, end - offset + 1);
      const kept = keptIds(this.#pages, offset, limit);
      if (kept !== null) {
        ids.push(...kept);
        continue;
      }
      const answer = await this.#source.page(asked, offset, limit);
      if (!answer.ok) return null;
      ids.push(...answer.value.rows.map(({ id }) => id));
    }
    return ids;
  }

  /** Loads the list of a query and keeps it current; returns how to stop. */
  #follow(studio: Studio, asked: Query): () => void {
    this.#coming = { pages: createPages(), first: 0, onThere: this.#turned };
    this.#isTurning = true;
    const subscription = keepCurrent(studio, asked, {
      concerns: (changed) => this.#source.concerns(changed),
      onChange: () => {
        this.#pages.outdate();
        this.#coming?.pages.outdate();
      },
      load: async (query, signal) => {
        while (await this.#loadNext(query, signal));
      },
    });
    this.#subscription = subscription;
    return () => subscription.stop();
  }

  /** Sends the next request that the visible rows need; returns whether another one may follow. */
  async #loadNext(asked: Query, signal: AbortSignal): Promise<boolean> {
    const coming = this.#coming;
    const { first, last } = this.#seen;
    const into = coming?.pages ?? this.#pages;
    const seen =
      coming === null ? this.#seen : { first: coming.first, last: coming.first + last - first };
    const wanted = into.wanted(seen);
    if (wanted === null) return false;
    const answer = await this.#source.page(asked, wanted.offset, wanted.limit, signal);
    if (signal.aborted) return false;
    // rearranged during the request
    if (coming !== this.#coming) return true;
    this.#problem = answer.ok ? null : answer.problem;
    this.#isTurning = false;
    if (!answer.ok) return false;
    this.#page = answer.value;
    into.store(wanted, answer.value.total, answer.value.rows);
    if (coming !== null) {
      this.#pages = coming.pages;
      this.#coming = null;
      coming.onThere();
    }
    this.#version += 1;
    return true;
  }
}

function keptIds<Row extends ListItem>(
  pages: Pages<Row>,
  offset: number,
  limit: number,
): number[] | null {
  const rows = Array.from({ length: limit }, (_, at) => pages.at(offset + at)?.id);
  return rows.every((id) => id !== undefined) ? rows : null;
}
