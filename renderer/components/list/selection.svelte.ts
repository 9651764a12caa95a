import type { ListItem } from './pages.ts';
import { MOST_MARKED, type Rows } from './rows.svelte.ts';

/** How a row is chosen: alone, with those chosen before, or with all up to it. */
export type Reach = 'alone' | 'toggle' | 'up-to';

/** The rows a person has chosen, by their ids or as everything the filter lets through. */
export interface Selection {
  /** Place of the row the keyboard stands on; -1 for none. */
  readonly active: number;
  readonly count: number;
  readonly isAll: boolean;
  /** Of the rows that are chosen one by one, in the order of choosing. */
  readonly ids: readonly number[];
  /** The only row that is chosen; null when there are none or several. */
  readonly only: number | null;
  has(id: number): boolean;
  /** Marks the row at a place. Says false when there are too many to name one by one. */
  choose(index: number, reach: Reach): Promise<boolean>;
  /** Stands on a row without marking it. */
  stand(index: number): void;
  /** Marks what the filter lets through; nothing while the list on screen is not yet that of the filter. */
  all(): void;
  clear(): void;
  /** The list was asked for anew: nothing is marked and nobody stands anywhere. */
  reset(): void;
  /** Keeps standing on the same row when rows moved. */
  follow(): void;
}

export function selectionOf(rows: Rows<ListItem>): Selection {
  let marked = $state.raw<ReadonlySet<number>>(new Set());
  let isAll = $state(false);
  let active = $state(-1);
  let activeId: number | null = null;
  /** Where a range begins. */
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

  async function toggle(index: number, id: number): Promise<boolean> {
    if (isAll) {
      const total = rows.total ?? 0;
      if (total > MOST_MARKED) return false;
      const ids = await rows.idsOf({ first: 0, last: total - 1 });
      if (ids !== null) mark(ids.filter((each) => each !== id));
      return true;
    }
    anchor = index;
    mark(marked.has(id) ? [...marked].filter((each) => each !== id) : [...marked, id]);
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
      if (reach === 'up-to') return upTo(index);
      // the last row of a long list is chosen before it is there
      const id = activeId ?? (await rows.idsOf({ first: index, last: index }))?.[0];
      if (id === undefined || active !== index) return true;
      activeId = id;
      if (reach === 'toggle') return toggle(index, id);
      anchor = index;
      mark([id]);
      return true;
    },
    stand,
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
