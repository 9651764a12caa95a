/** A grid of cells in reading order. */
export interface Cells {
  readonly total: number;
  readonly columns: number;
  /** Whole rows on screen. */
  readonly rows: number;
}

/**
 * Returns the cell that a key moves to from the cell `from` (-1 for none): `above` if it leaves the grid at the
 * top, null if the key does not move.
 */
export function reach(key: string, from: number, cells: Cells): number | 'above' | null {
  const { total, columns, rows } = cells;
  if (total === 0) return key === 'ArrowUp' ? 'above' : null;
  const screen = Math.max(1, rows - 1) * columns;
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: from + 1,
    ArrowLeft: from - 1,
    ArrowDown: from < 0 ? 0 : from + columns,
    ArrowUp: from - columns,
    PageDown: from + screen,
    PageUp: from - screen,
    Home: 0,
    End: total - 1,
  };
  const to = steps[key];
  if (to === undefined) return null;
  if (key === 'ArrowUp' && to < 0) return 'above';
  const isBelow = Math.floor(from / columns) < Math.floor((total - 1) / columns);
  // nothing is below the last row; from the row above, a short last row is entered at its end
  if (key === 'ArrowDown' && from >= 0 && to >= total && !isBelow) return from;
  return Math.max(0, Math.min(to, total - 1));
}
