import { untrack } from 'svelte';
import type { StudioChange } from '#shared/ipc.ts';
import type { Outcome, Problem } from '#shared/problem.ts';
import { keepCurrent, type Subscription } from './keep-current.ts';
import { createPages, type ListItem, type Pages, type Span } from './pages.ts';
import type { Studio } from './studio.svelte.ts';

/** Rows per request while ids are collected; the maximum that the contract allows. */
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
  /** Returns the current query; null if no list is shown. A different object means a different list. */
  asked(): Query | null;
  page(asked: Query, offset: number, limit: number, signal?: AbortSignal): Promise<Outcome<Page>>;
  /** Whether a change in the studio may affect the rows. */
  concerns(changed: StudioChange): boolean;
  /** Called when the first rows have loaded after the query has changed. */
  onTurned(): void;
  /** The first page, if another request has already loaded it; shown until the first answer. */
  readonly seed?: Page | undefined;
}

/** The list that replaces the current one on screen after its first rows have loaded. */
interface Coming<Row extends ListItem> {
  readonly pages: Pages<Row>;
  /** Index of the first row to request. */
  readonly first: number;
  readonly onThere: () => void;
}

/**
 * The rows of a long list around the rows on screen. Loads rows when the visible range or the query changes,
 * and when a change in the studio affects the list. Must be created while a component is initialised.
 */
export class Rows<Row extends ListItem, Page extends Answer<Row> = Answer<Row>, Query = unknown> {
  readonly #source: Source<Query, Row, Page>;
  /** Counts the changes of `#pages`, which is not reactive. */
  #version = $state(0);
  #page = $state.raw<Page>();
  #problem = $state.raw<Problem | null>(null);
  #isTurning = $state(true);
  #pages: Pages<Row> = createPages();
  #seen: Span = { first: 0, last: 0 };
  /** The next list. The previous list stays on screen until the first rows of this list have loaded. */
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

  /** Number of rows in the list; undefined before the first answer. */
  get total(): number | undefined {
    void this.#version;
    return this.#pages.total;
  }

  /** The last answer, for reading its fields other than the rows. */
  get page(): Page | undefined {
    return this.#page;
  }

  /** Why the last request failed; the previous rows stay. */
  get problem(): Problem | null {
    return this.#problem;
  }

  /** Whether another list is loading; the previous list is still shown. */
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
   * Reloads the rows around an index after rows have been moved, added or removed. The current rows stay on
   * screen until the new rows have loaded. Then calls `onThere`, unless the list was reloaded in the meantime.
   */
  rearrange(place: number, onThere: () => void): void {
    const isTurn = this.#coming?.onThere === this.#turned;
    const least = place + this.#seen.last - this.#seen.first + 1;
    this.#coming = isTurn
      ? { pages: createPages(), first: 0, onThere: this.#turned }
      : { pages: createPages(least), first: place, onThere };
    this.#subscription?.reload();
  }

  /** Returns the ids of the rows in a span, at most `MOST_MARKED`; null if a request fails. */
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

  /** Loads the list of a query and keeps it current; returns a function that stops the updates. */
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

  /** Sends the next request that the visible rows need; returns whether more requests may be needed. */
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
    // the list was rearranged during the request
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
