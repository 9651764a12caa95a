import { untrack } from 'svelte';
import type { StudioChange } from '#shared/ipc.ts';
import type { Outcome, Problem } from '#shared/problem.ts';
import type { Studio } from './studio.svelte.ts';
import { createPages, type ListItem, type Pages, type Span } from './pages.ts';

/** Rows of one answer while ids are gathered; the contract's longest page. */
const GATHERED = 500;
/** Rows that can be named one by one in one command. */
export const MOST_MARKED = 5000;

/** A page of a list as the studio answers it. */
interface Answer<Row> {
  /** Rows of the whole list. */
  readonly total: number;
  readonly rows: readonly Row[];
}

/** A list by what is asked of it: a filter and an order. */
export interface Source<Query, Row extends ListItem, Page extends Answer<Row>> {
  /** What is shown now; another object is another list. */
  asked(): Query;
  page(asked: Query, offset: number, limit: number, signal?: AbortSignal): Promise<Outcome<Page>>;
  /** Whether a change in the studio may make rows differ. */
  concerns(changed: StudioChange): boolean;
  /** The first rows of another list are there. */
  onTurned(): void;
}

/** The rows of a long list around what is on screen, kept current. */
export interface Rows<Row extends ListItem, Page = unknown> {
  /** Rows in the list; undefined before the first answer. */
  readonly total: number | undefined;
  /** The last answer, for what it tells besides its rows. */
  readonly page: Page | undefined;
  /** Why the last question was not answered; the rows before it stay. */
  readonly problem: Problem | null;
  /** A list that was asked for anew is not there yet; what is shown is the one before it. */
  readonly isTurning: boolean;
  /** Undefined while it is on its way. */
  at(index: number): Row | undefined;
  /** The place of a row among those that are kept; -1 when it is not there. */
  placeOf(id: number): number;
  /** What is on screen now. */
  see(span: Span): void;
  /** Ids of the rows from one place to another, at most `MOST_MARKED`; null when they cannot be had. */
  idsOf(span: Span): Promise<readonly number[] | null>;
  refresh(): void;
  /**
   * The same rows are in other places, or others among them: asks for those around a place anew. What is
   * on screen stays until they are there, then calls `onThere`; not when it is asked again before.
   */
  rearrange(place: number, onThere: () => void): void;
}

/** The rows that take the place of those on screen as soon as the first of them are there. */
interface Coming<Row extends ListItem> {
  readonly pages: Pages<Row>;
  /** The first row to ask for. */
  readonly first: number;
  readonly onThere: () => void;
}

/**
 * Asks for the rows on screen at once, when they or what is asked change, and when a change in the
 * studio may concern them: one question at a time, so that a change a moment later waits for the
 * answer before it. Call it while a component is initialised.
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
  // the list before it stays on screen until the first rows of this one are there
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
      // arranged anew meanwhile
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
