/** Number of measurements; their median is used. */
const TIMES = 7;

/** A list that is requested page by page. */
interface PagedList<Filter, Sort> {
  page(
    filter: Filter,
    sort: Sort,
    offset: number,
    limit: number,
  ): { readonly total: number; readonly ids: number[] };
  rows(ids: readonly number[]): unknown;
}

/** Returns the given quantile (0 to 1) of the values; NaN if there are no values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Returns how long the work takes, in ms. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** Returns the median of how long the work takes, in ms. */
export function medianOf(work: () => unknown, times = TIMES): number {
  return median(
    Array.from({ length: times }, () => {
      const begun = performance.now();
      work();
      return performance.now() - begun;
    }),
  );
}

/**
 * Measures how long it takes to query a page and its rows, once for the first page and once for the
 * last page. Returns the longer time in ms.
 */
export function slowestPage<Filter, Sort>(
  list: PagedList<Filter, Sort>,
  filter: Filter,
  sort: Sort,
  shown: number,
): number {
  const { total } = list.page(filter, sort, 0, shown);
  const at = (offset: number) =>
    medianOf(() => list.rows(list.page(filter, sort, offset, shown).ids));
  return Math.max(at(0), at(Math.max(0, total - shown)));
}
