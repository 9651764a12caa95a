import type { Snippet } from 'svelte';
import type { Span } from '../data/pages.ts';
import type { Reach } from './selection.svelte.ts';

/** The rows of a list; the cells read them by index. */
export interface ListRows {
  /** Undefined while unknown. */
  readonly total: number | undefined;
  /** What is on screen is about to be replaced. */
  readonly isTurning?: boolean;
  /** Reports what is on screen now. */
  see(span: Span): void;
}

/** What keyboard and pointer do in a list. Optional ones need no key where they are missing. */
export interface ListEvents {
  /** The keyboard moves to a cell. */
  move(index: number, reach: Reach): void;
  /** The pointer clicks a cell. */
  press(index: number, reach: Reach, event: MouseEvent): void;
  /** Enter, Space unless it marks, and a double click outside parts that have `data-own`. */
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
  /** px */
  readonly height: number;
  /** Number of all columns, drawn or not. */
  readonly columns: number;
  readonly row: Snippet<[width: number]>;
}

/** A drawn cell. */
export interface ListCell {
  readonly index: number;
  readonly isActive: boolean;
  /** The list scrolls too fast to look at pictures: new ones are not requested. */
  readonly isQuick: boolean;
  /** The last cell of its line. */
  readonly isLineEnd: boolean;
  /** px */
  readonly width: number;
  /** Place, role, position and id, for the element of the cell. */
  readonly attributes: Readonly<Record<string, string | number>> & { readonly style: string };
}
