import type { Snippet } from 'svelte';
import type { Span } from '../data/pages.ts';
import type { Reach } from './selection.svelte.ts';

/** The rows of a list; the cells read them by index. */
export interface ListRows {
  /** Undefined while the number of rows is unknown. */
  readonly total: number | undefined;
  /** Whether another list is loading, whose rows will replace the rows on screen. */
  readonly isTurning?: boolean;
  /** Sets the rows that are on screen. */
  see(span: Span): void;
}

/** What the keyboard and the pointer do in a list. If an optional action is missing, the list ignores its key. */
export interface ListEvents {
  /** Called when a key moves the focus to a cell. */
  move(index: number, reach: Reach): void;
  /** Called when the user clicks a cell. */
  press(index: number, reach: Reach, event: MouseEvent): void;
  /** Called on Enter, on Space if `mark` is missing, and on a double click outside elements with `data-own`. */
  open(index: number): void;
  /** Called on Space, to add a cell to the selection or remove the cell from it. */
  mark?(index: number): void;
  /** Called on Ctrl+A, to select all cells. */
  all?(): void;
  /** Called on Delete or Backspace. */
  remove?(index: number): void;
  /** Called when a key moves the focus out of the list at the top. */
  above?(): void;
}

/** The header of a table. */
export interface TableHead {
  /** Height of the header in px. */
  readonly height: number;
  /** Number of all columns, drawn or not. */
  readonly columns: number;
  readonly row: Snippet<[width: number]>;
}

/** A cell that is drawn. */
export interface ListCell {
  readonly index: number;
  readonly isActive: boolean;
  /** Whether the list scrolls too fast for pictures to be seen, so that the cell need not request a new picture. */
  readonly isQuick: boolean;
  /** Whether this is the last cell of its line. */
  readonly isLineEnd: boolean;
  /** Width of the cell in px. */
  readonly width: number;
  /** Position, role, index and id as attributes for the element of the cell. */
  readonly attributes: Readonly<Record<string, string | number>> & { readonly style: string };
}
