/** An entry of a list; each has a unique id. */
export interface ListItem {
  readonly id: number;
}

/** Rows per request while scrolling. */
export const PAGE = 200;
/** Maximum number of pages to keep: about eighty screens of rows. */
const MOST_PAGES = 12;
/** Rows above and below the visible rows that are refreshed together with them. */
const MARGIN = 20;

/** Rows `first` to `last`, both included. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

/** Rows to request. */
export interface RowRange {
  readonly offset: number;
  readonly limit: number;
  /** Number of the last change that the answer is certain to include. */
  readonly stamp: number;
}

interface Page<Row> {
  readonly rows: (Row | undefined)[];
  /** Number of the last change that the page includes. */
  stamp: number;
}

/** The recently loaded rows of one list, by index. */
export interface Pages<Row extends ListItem> {
  /** Number of rows in the list; undefined before the first answer. */
  readonly total: number | undefined;
  at(index: number): Row | undefined;
  /** Marks all rows as possibly outdated. */
  outdate(): void;
  /** Returns what to request next while these rows are on screen; null when everything is loaded and current. */
  wanted(seen: Span): RowRange | null;
  /** Stores an answer. An unchanged row keeps its identity. */
  store(wanted: RowRange, total: number, rows: readonly Row[]): void;
  /** Returns the index of a loaded row; -1 if it is not loaded. */
  placeOf(id: number): number;
}

/**
 * Creates a store that keeps a few thousand rows, however long the list is. Until the first answer, the list is
 * assumed to have `least` rows, so that the first request can ask for rows in the middle of the list.
 */
export function createPages<Row extends ListItem>(least = 1): Pages<Row> {
  /** The least recently used page comes first. */
  const pages = new Map<number, Page<Row>>();
  let total: number | undefined;
  let stamp = 0;
  /** The rows that were last refreshed without the rest of their pages. */
  let renewed: (Span & { readonly stamp: number }) | null = null;

  const row = (index: number) => pages.get(Math.floor(index / PAGE))?.rows[index % PAGE];
  const pageFor = (number: number): Page<Row> => {
    const page = pages.get(number) ?? { rows: [], stamp: -1 };
    pages.delete(number);
    pages.set(number, page);
    return page;
  };
  const isCurrent = ({ first, last }: Span) =>
    renewed !== null && renewed.stamp === stamp && renewed.first <= first && last <= renewed.last;

  const forget = () => {
    for (const number of pages.keys()) {
      if (pages.size <= MOST_PAGES) return;
      pages.delete(number);
    }
  };

  return {
    get total() {
      return total;
    },
    at: row,
    outdate() {
      stamp += 1;
    },
    wanted(seen) {
      const end = (total ?? least) - 1;
      const first = Math.max(0, Math.min(seen.first, end));
      const last = Math.max(first, Math.min(seen.last, end));
      const numbers = pagesOf({ first, last });
      const missing = numbers.find((number) => isMissing(number, { first, last }));
      if (missing !== undefined) return { offset: missing * PAGE, limit: PAGE, stamp };
      const isOld = numbers.some((number) => (pages.get(number)?.stamp ?? -1) < stamp);
      if (isOld && !isCurrent({ first, last })) {
        const offset = Math.max(0, first - MARGIN);
        return { offset, limit: last + MARGIN - offset + 1, stamp };
      }
      const ahead = Math.floor((last + PAGE / 2) / PAGE);
      const isAhead = ahead * PAGE <= end && !pages.has(ahead);
      return isAhead ? { offset: ahead * PAGE, limit: PAGE, stamp } : null;
    },
    store({ offset, limit, stamp: asOf }, told, rows) {
      // stops at a page with fewer rows than requested; otherwise a list with too high a total would be
      // requested forever
      const count = rows.length < limit ? Math.min(told, offset + rows.length) : told;
      if (total !== undefined && count < total) cutAt(count);
      total = count;
      rows.forEach((next, at) => {
        const index = offset + at;
        const old = row(index);
        const page = pageFor(Math.floor(index / PAGE));
        if (old === undefined || !saysTheSame(old, next)) page.rows[index % PAGE] = next;
      });
      const whole = pages.get(offset / PAGE);
      if (whole !== undefined && rows.length === Math.min(PAGE, count - offset)) {
        whole.stamp = asOf;
      }
      renewed = { first: offset, last: offset + limit - 1, stamp: asOf };
      forget();
    },
    placeOf(id) {
      for (const [number, page] of pages) {
        const at = page.rows.findIndex((each) => each?.id === id);
        if (at >= 0) return number * PAGE + at;
      }
      return -1;
    },
  };

  function isMissing(number: number, { first, last }: Span): boolean {
    if (total === 0) return false;
    const from = Math.max(first, number * PAGE);
    const to = Math.min(last, number * PAGE + PAGE - 1);
    for (let index = from; index <= to; index += 1) if (row(index) === undefined) return true;
    return false;
  }

  function cutAt(count: number): void {
    for (const [number, page] of pages) {
      if (number * PAGE >= count) pages.delete(number);
      else if ((number + 1) * PAGE > count) page.rows.length = count - number * PAGE;
    }
  }
}

function pagesOf({ first, last }: Span): number[] {
  const from = Math.floor(first / PAGE);
  return Array.from({ length: Math.floor(last / PAGE) - from + 1 }, (_, at) => from + at);
}

function saysTheSame(a: ListItem, b: ListItem): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
