/** Of so many measurements the median counts. */
const TIMES = 7;

/** A list that is asked for by the page. */
interface Paged<Filter, Sort> {
  page(
    filter: Filter,
    sort: Sort,
    offset: number,
    limit: number,
  ): { readonly total: number; readonly ids: number[] };
  rows(ids: readonly number[]): unknown;
}

/** ms */
export function medianOf(work: () => unknown): number {
  const times = Array.from({ length: TIMES }, () => {
    const begun = performance.now();
    work();
    return performance.now() - begun;
  });
  return times.sort((a, b) => a - b)[Math.floor(TIMES / 2)] ?? 0;
}

/** ms that a page and its rows take, at the end of the list that takes longer. */
export function slowestPage<Filter, Sort>(
  list: Paged<Filter, Sort>,
  filter: Filter,
  sort: Sort,
  shown: number,
): number {
  const { total } = list.page(filter, sort, 0, shown);
  const at = (offset: number) =>
    medianOf(() => list.rows(list.page(filter, sort, offset, shown).ids));
  return Math.max(at(0), at(Math.max(0, total - shown)));
}
