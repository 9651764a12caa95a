/**
 * The layout of the cells of a list; all lengths are in px. A line is a row, or one cell of a
 * horizontal list.
 */
export interface Shape {
  readonly columns: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
  /** Space between two cells. */
  readonly gap: number;
  readonly isHorizontal: boolean;
}

/** Returns the layout of a list that is `width` px wide. */
export type Layout = (width: number) => Shape;

/** The sizes in px from which the layout of a list of pictures is computed. */
interface Tiles {
  /** Minimum width of a cell; `large` is the minimum in a list that is at least `from` wide. */
  readonly least: number;
  readonly large?: { readonly least: number; readonly from: number };
  readonly gap: number;
  heightOf(cellWidth: number): number;
}

/** Returns a layout with as many columns as fit; the cells share the width evenly. */
export function tiles({ least, large, gap, heightOf }: Tiles): Layout {
  return (width) => {
    const smallest = large !== undefined && width >= large.from ? large.least : least;
    const columns = Math.max(1, Math.floor((width + gap) / (smallest + gap)));
    const cellWidth = Math.floor((width + gap) / columns) - gap;
    const cellHeight = Math.round(heightOf(cellWidth));
    return { columns, cellWidth, cellHeight, gap, isHorizontal: false };
  };
}

/** Returns a layout with one cell per line, as wide as the list. */
export function lines(cellHeight: number): Layout {
  return (cellWidth) => ({ columns: 1, cellWidth, cellHeight, gap: 0, isHorizontal: false });
}

/** Returns a layout with cells of one size next to each other. */
export function strip(cellWidth: number, cellHeight: number, gap: number): Layout {
  return () => ({ columns: 1, cellWidth, cellHeight, gap, isHorizontal: true });
}

/** Returns the height of this many lines of text in px. */
export function textHeight(count: number): number {
  return Math.round(parseFloat(getComputedStyle(document.body).fontSize) * count);
}
