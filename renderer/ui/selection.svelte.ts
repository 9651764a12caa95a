import type { ListItem } from '../data/pages.ts';
import { MOST_MARKED, type Rows } from '../data/rows.svelte.ts';

/**
 * What a key or a click does with a row: `alone` selects only this row, `toggle` adds the row to the selection or
 * removes it, `up-to` selects all rows from the start of a range to this row, and `focus` selects nothing.
 */
export type Reach = 'alone' | 'toggle' | 'up-to' | 'focus';

/** The focused cell of a list. Moving this focus does not select anything. */
export interface Cursor {
  /** Index of the focused cell; -1 if no cell is focused. */
  readonly active: number;
  focus(index: number): void;
}

/** Returns a cursor that stays inside the list when the list gets shorter. */
export function cursorOf(total: () => number): Cursor {
  let at = $state(-1);
  return {
    get active() {
      return Math.min(at, total() - 1);
    },
    focus(index) {
      at = index;
    },
  };
}

/** The selected rows: either a list of ids, or all rows that match the filter. */
export interface Selection {
  /** Index of the focused row; -1 if no row is focused. */
  readonly active: number;
  readonly count: number;
  readonly isAll: boolean;
  /** Ids of individually selected rows, in the order of selection. */
  readonly ids: readonly number[];
  /** Id of the selected row if exactly one is selected; otherwise null. */
  readonly only: number | null;
  has(id: number): boolean;
  /** Selects the row at an index. Returns false if a range has more rows than `MOST_MARKED`. */
  choose(index: number, reach: Reach): Promise<boolean>;
  /** Selects all rows that match the filter. Does nothing until the list on screen matches the filter. */
  all(): void;
  /** Selects every row by its id. Returns false if there are more rows than `MOST_MARKED`. */
  each(): Promise<boolean>;
  clear(): void;
  /** Clears the selection and the focus. Called when the query of the list has changed. */
  reset(): void;
  /** Moves the focus to the new index of the focused row. Called when rows may have moved. */
  follow(): void;
}

export function selectionOf(rows: Rows<ListItem>): Selection {
  let marked = $state.raw<ReadonlySet<number>>(new Set());
  let isAll = $state(false);
  let active = $state(-1);
  let activeId: number | null = null;
  /** Index where a range starts. */
  let anchor = 0;

  const stand = (index: number) => {
    active = index;
    activeId = rows.at(index)?.id ?? null;
  };
  const mark = (ids: Iterable<number>) => {
    isAll = false;
    marked = new Set(ids);
  };

  async function upTo(index: number): Promise<boolean> {
    const first = Math.min(anchor, index);
    const last = Math.max(anchor, index);
    if (last - first >= MOST_MARKED) return false;
    const ids = await rows.idsOf({ first, last });
    if (ids !== null && active === index) mark(ids);
    return true;
  }

  async function each(): Promise<boolean> {
    const total = rows.total ?? 0;
    if (total > MOST_MARKED) return false;
    const ids = await rows.idsOf({ first: 0, last: total - 1 });
    if (ids !== null) mark(ids);
    return true;
  }

  async function toggle(index: number, id: number): Promise<boolean> {
    if (isAll && !(await each())) return false;
    anchor = index;
    mark(marked.has(id) ? [...marked].filter((one) => one !== id) : [...marked, id]);
    return true;
  }

  return {
    get active() {
      return active;
    },
    get count() {
      return isAll ? (rows.total ?? 0) : marked.size;
    },
    get isAll() {
      return isAll;
    },
    get ids() {
      return [...marked];
    },
    get only() {
      return !isAll && marked.size === 1 ? ([...marked][0] ?? null) : null;
    },
    has: (id) => isAll || marked.has(id),
    async choose(index, reach) {
      stand(index);
      if (reach === 'focus') return true;
      if (reach === 'up-to') return upTo(index);
      // the last row of a long list can be selected before it has loaded
      const id = activeId ?? (await rows.idsOf({ first: index, last: index }))?.[0];
      if (id === undefined || active !== index) return true;
      activeId = id;
      if (reach === 'toggle') return toggle(index, id);
      anchor = index;
      mark([id]);
      return true;
    },
    each,
    all() {
      if (rows.isTurning) return;
      isAll = true;
      marked = new Set();
    },
    clear() {
      mark([]);
    },
    reset() {
      mark([]);
      active = -1;
      activeId = null;
      anchor = 0;
    },
    follow() {
      if (active < 0 || rows.at(active)?.id === activeId) return;
      const place = activeId === null ? -1 : rows.placeOf(activeId);
      if (place >= 0) active = place;
      else stand(Math.min(active, (rows.total ?? 0) - 1));
    },
  };
}
