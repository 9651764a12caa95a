import type { ExpandedStacks } from '#shared/views/library.ts';

/** A result and the photo it was made from. */
export interface StackMember {
  readonly id: number;
  readonly photoId: number;
}

/**
 * The results of a list, grouped by photo. A stack has the position that the first of its results
 * has in the list. The results within a stack keep their order.
 */
export interface Stacks {
  /** Ids of results, stack after stack. */
  readonly ids: Float64Array;
  /** Id of each stack's photo. */
  readonly photos: Float64Array;
  /** Index in `ids` where each stack begins; the last element is the end. */
  readonly starts: Uint32Array;
}

/** One cell of the list: a result of an expanded stack, or a collapsed stack with all of its results. */
export interface StackCell {
  readonly photoId: number;
  readonly ids: readonly number[];
  readonly size: number;
  /** Position within the expanded stack, from 0; null for a collapsed stack. */
  readonly place: number | null;
}

/** Groups results by their photos, in the given order. */
export function stackUp(rows: readonly StackMember[]): Stacks {
  const stackOf = new Map<number, number>();
  const sizes: number[] = [];
  const stacks = Uint32Array.from(rows, ({ photoId }) => {
    const stack = stackOf.get(photoId) ?? sizes.length;
    if (stack === sizes.length) stackOf.set(photoId, stack);
    sizes[stack] = (sizes[stack] ?? 0) + 1;
    return stack;
  });
  const starts = new Uint32Array(sizes.length + 1);
  for (const [stack, size] of sizes.entries()) starts[stack + 1] = (starts[stack] ?? 0) + size;
  const ids = new Float64Array(rows.length);
  const next = starts.slice();
  for (const [at, { id }] of rows.entries()) {
    const stack = stacks[at] ?? 0;
    const place = next[stack] ?? 0;
    ids[place] = id;
    next[stack] = place + 1;
  }
  return { ids, photos: Float64Array.from(stackOf.keys()), starts };
}

/** Returns the number of cells, and `limit` of them starting at `offset`, from 0. */
export function cellsOf(
  stacks: Stacks,
  expanded: ExpandedStacks,
  offset: number,
  limit: number,
): { readonly total: number; readonly cells: StackCell[] } {
  const cells: StackCell[] = [];
  const total = eachStack(stacks, expanded, (stack, first, count) => {
    if (first + count <= offset || first >= offset + limit) return;
    cells.push(...cellsIn(stacks, stack, count).slice(Math.max(0, offset - first)));
  });
  return { total, cells: cells.slice(0, limit) };
}

/**
 * Returns the index of the cell that shows a result or its stack; null if the list does not contain the
 * result.
 */
export function placeIn(stacks: Stacks, expanded: ExpandedStacks, id: number): number | null {
  const at = stacks.ids.indexOf(id);
  let found: number | null = null;
  eachStack(stacks, expanded, (stack, first, count) => {
    const start = stacks.starts[stack] ?? 0;
    const end = stacks.starts[stack + 1] ?? 0;
    if (at >= start && at < end) found = first + (count === 1 ? 0 : at - start);
  });
  return found;
}

/**
 * Calls `tell` for each stack with its first cell and its number of cells; returns the total number of
 * cells.
 */
function eachStack(
  { photos, starts }: Stacks,
  { isAll, except }: ExpandedStacks,
  tell: (stack: number, first: number, count: number) => void,
): number {
  const others = new Set(except);
  let total = 0;
  for (let stack = 0; stack < photos.length; stack += 1) {
    const isExpanded = others.has(photos[stack] ?? 0) !== isAll;
    const count = isExpanded ? (starts[stack + 1] ?? 0) - (starts[stack] ?? 0) : 1;
    tell(stack, total, count);
    total += count;
  }
  return total;
}

function cellsIn({ ids, photos, starts }: Stacks, stack: number, count: number): StackCell[] {
  const photoId = photos[stack] ?? 0;
  const all = [...ids.subarray(starts[stack], starts[stack + 1])];
  if (count === 1) return [{ photoId, ids: all, size: all.length, place: null }];
  return all.map((id, place) => ({ photoId, ids: [id], size: all.length, place }));
}
