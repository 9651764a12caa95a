import type { Mode } from '../../viewer/modes.ts';

/** Widths of a cell, from small to large. */
export const cellSizes = ['small', 'medium', 'large'] as const;
export type CellSize = (typeof cellSizes)[number];

/** How a person works in this room; kept until the window is closed. */
let size = $state<CellSize>('medium');
let isAdvancing = $state(true);
let mode = $state<Mode>('split');

export const desk = {
  get size() {
    return size;
  },
  set size(next: CellSize) {
    size = next;
  },
  /** After a mark the next result is stood on. */
  get isAdvancing() {
    return isAdvancing;
  },
  set isAdvancing(next: boolean) {
    isAdvancing = next;
  },
  /** How photo and result are compared. */
  get mode() {
    return mode;
  },
  set mode(next: Mode) {
    mode = next;
  },
};
