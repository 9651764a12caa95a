import { untrack } from 'svelte';
import type { StudioChange } from '#shared/ipc.ts';
import type { Outcome, Problem } from '#shared/problem.ts';
import type { Studio } from './studio.svelte.ts';
import { createPages, type ListItem, type Pages, type Span } from './pages.ts';

/** Rows per request while ids are collected; the contract's maximum. */
const GATHERED = 500;
/** Maximum number of ids in one command. */
export const MOST_MARKED = 5000;

/** A page of a list, as returned by the studio. */
interface Answer<Row> {
  /** Number of rows in the whole list. */
  readonly total: number;
  readonly rows: readonly Row[];
}

/** A list, defined by a query: its filter and order. */
export interface Source<Query, Row extends ListItem, Page extends Answer<Row>> {
  /** Returns the current query; another object means another list. */
  asked(): Query;
  page(asked: Query, offset: number, limit: number, signal?: AbortSignal): Promise<Outcome<Page>>;
  /** Whether a change in the studio may affect the rows. */
  concerns(changed: StudioChange): boolean;
  /** Called when the first rows of another list have loaded. */
  onTurned(): void;
}

/** The rows of a long list around what is on screen, kept current. */
export interface Rows<Row extends ListItem, Page = unknown> {
  /** Rows in the list; undefined before the first answer. */
  readonly total: number | undefined;
  /** The last answer, for its fields besides the rows. */
  readonly page: Page | undefined;
  /** Why the last request failed; the previous rows stay. */
  readonly problem: Problem | null;
  /** Another list is loading; the previous one is still shown. */
  readonly isTurning: boolean;
  /** Undefined while it loads. */
  at(index: number): Row | undefined;
  /** Returns the index of a loaded row; -1 if it is not loaded. */
  placeOf(id: number): number;
  /** Sets the rows that are on screen. */
  see(span: Span): void;
  /** Returns the ids of a span, at most `MOST_MARKED`; null if a request fails. */
  idsOf(span: Span): Promise<readonly number[] | null>;
  refresh(): void;
  /**
   * Reloads the rows around an index after the list has changed its order or its members. The rows on screen stay
   * until the new ones have loaded, then `onThere` is called; it is not called if the list is reloaded before.
   */
  rearrange(place: number, onThere: () => void): void;
}

/** The rows that replace those on screen once the first of them have loaded. */
interface Coming<Row extends ListItem> {
  readonly pages: Pages<Row>;
  /** Index of the first row to request. */
  readonly first: number;
  readonly onThere: () => void;
}

/**
 * Loads the rows on screen: immediately, when they or the query change, and when a change in the studio concerns
 * them. Requests never run in parallel, so changes in quick succession share one request. Call it while a component
 * is initialised.
 */
export function rowsOf<Query, Row extends ListItem, Page extends Answer<Row>>(
  studio: Studio,
  source: Source<Query, Row, Page>,
): Rows<Row, Page> {
  let version = $state(0);
  let page = $state.raw<Page>();
  let problem = $state.raw<Problem | null>(null);
  let isTurning = $state(true);
  let pages: Pages<Row> = createPages();
  let seen: Span = { first: 0, last: 0 };
  let pull: () => void = () => {};
  // the previous list stays on screen until the first rows of this one have loaded
  let coming: Coming<Row> | null = null;
  const turned = () => source.onTurned();

  $effect(() => {
    const now = source.asked();
    const leaving = new AbortController();
    coming = { pages: createPages(), first: 0, onThere: turned };
    let isPulling = false;
    let isPullWanted = false;

    const ask = async (): Promise<boolean> => {
      const next = coming;
      const into = next?.pages ?? pages;
      const height = seen.last - seen.first;
      const wanted = into.wanted(
        next === null ? seen : { first: next.first, last: next.first + height },
      );
      if (wanted === null) return false;
      const { offset, limit } = wanted;
      const answer = await source.page(now, offset, limit, leaving.signal);
      if (leaving.signal.aborted) return false;
      // rearranged during the request
      if (next !== coming) return true;
      problem = answer.ok ? null : answer.problem;
      isTurning = false;
      if (!answer.ok) return false;
      page = answer.value;
      into.fill(wanted, answer.value.total, answer.value.rows);
      if (next !== null) {
        pages = next.pages;
        coming = null;
        next.onThere();
      }
      version += 1;
      return true;
    };
    pull = () => {
      isPullWanted = true;
      if (isPulling) return;
      isPulling = true;
      void (async () => {
        while (isPullWanted && !leaving.signal.aborted) {
          isPullWanted = false;
          while (await ask());
        }
        isPulling = false;
      })();
    };

    untrack(() => {
      isTurning = true;
      pull();
    });
    const unlisten = studio.onChange((changed) => {
      if (changed !== null && !source.concerns(changed)) return;
      pages.outdate();
      coming?.pages.outdate();
      pull();
    });
    return () => {
      unlisten();
      leaving.abort();
    };
  });

  return {
    get total() {
      void version;
      return pages.total;
    },
    get page() {
      return page;
    },
    get problem() {
      return problem;
    },
    get isTurning() {
      return isTurning;
    },
    at(index) {
      void version;
      return pages.at(index);
    },
    placeOf(id) {
      void version;
      return pages.placeOf(id);
    },
    see(span) {
      if (span.first === seen.first && span.last === seen.last) return;
      seen = span;
      pull();
    },
    async idsOf({ first, last }) {
      const now = untrack(() => source.asked());
      const ids: number[] = [];
      const end = Math.min(last, first + MOST_MARKED - 1);
      for (let offset = first; offset <= end; offset += GATHERED) {
        const limit = Math.min(GATHERED, end - offset + 1);
        const kept = keptIds(pages, offset, limit);
        if (kept !== null) {
          ids.push(...kept);
          continue;
        }
        const answer = await source.page(now, offset, limit);
        if (!answer.ok) return null;
        ids.push(...answer.value.rows.map(({ id }) => id));
      }
      return ids;
    },
    refresh() {
      pages.outdate();
      pull();
    },
    rearrange(place, onThere) {
      const isTurn = coming?.onThere === turned;
      const least = place + seen.last - seen.first + 1;
      coming = isTurn
        ? { pages: createPages(), first: 0, onThere: turned }
        : { pages: createPages(least), first: place, onThere };
      pull();
    },
  };
}

function keptIds<Row extends ListItem>(
  pages: Pages<Row>,
  offset: number,
  limit: number,
): number[] | null {
  const rows = Array.from({ length: limit }, (_, at) => pages.at(offset + at)?.id);
  return rows.every((id) => id !== undefined) ? rows : null;
}
