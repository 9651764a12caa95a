import type { Snippet } from 'svelte';
import type { Span } from '../data/pages.ts';
import type { Reach } from './selection.svelte.ts';

/** The rows of a list; the cells read them by index. */
export interface ListRows {
  /** Undefined while the number of rows is unknown. */
  readonly total: number | undefined;
  /** The rows on screen are about to be replaced. */
  readonly isTurning?: boolean;
  /** Sets the rows that are on screen. */
  see(span: Span): void;
}

/**
 * The actions of the keyboard and the pointer in a list. A list without an optional action ignores the key
 * for that action.
 */
export interface ListEvents {
  /** The keyboard moves to a cell. */
  move(index: number, reach: Reach): void;
  /** The pointer clicks a cell. */
  press(index: number, reach: Reach, event: MouseEvent): void;
  /** Opens a cell: Enter, Space (unless Space selects), or a double click outside elements with `data-own`. */
  open(index: number): void;
  /** Space adds a cell to the selection, or removes it. */
  mark?(index: number): void;
  /** Ctrl+A selects all. */
  all?(): void;
  /** Delete or Backspace. */
  remove?(index: number): void;
  /** The keyboard leaves the list at its top. */
  above?(): void;
}

/** The header of a table. */
export interface TableHead {
  /** Height of the header, px. */
  readonly height: number;
  /** Number of all columns, drawn or not. */
  readonly columns: number;
  readonly row: Snippet<[width: number]>;
}

/** A cell that is drawn. */
export interface ListCell {
  readonly index: number;
  readonly isActive: boolean;
  /** The list scrolls too fast to see pictures, so new pictures are not requested. */
  readonly isQuick: boolean;
  /** Whether this is the last cell of its line. */
  readonly isLineEnd: boolean;
  /** Width of the cell, px. */
  readonly width: number;
  /** Position, role, index and id as attributes for the element of the cell. */
  readonly attributes: Readonly<Record<string, string | number>> & { readonly style: string };
}
