import type { ExpandedStacks } from '#shared/views/library.ts';
import type { Mode } from '../../viewer/modes.ts';

/** Widths of a cell, from small to large. */
export const cellSizes = ['small', 'medium', 'large'] as const;
export type CellSize = (typeof cellSizes)[number];

/** How a person works in this room; kept until the window is closed. */
let size = $state<CellSize>('medium');
let isAdvancing = $state(true);
let mode = $state<Mode>('split');
let expanded = $state.raw<ExpandedStacks>({ isAll: false, except: [] });
/** Stacks that can be told apart from all others; the contract takes no more. */
const MOST_STACKS = 5000;

export const libraryState = {
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
  /** Which stacks are expanded. */
  get expanded() {
    return expanded;
  },
  /** Expands the stack of a photo, or collapses it. */
  toggleStack(photoId: number) {
    const others = expanded.except.filter((each) => each !== photoId);
    const isKnown = others.length < expanded.except.length;
    const except = isKnown ? others : [...others, photoId].slice(-MOST_STACKS);
    expanded = { ...expanded, except };
  },
  expandAll(isAll: boolean) {
    expanded = { isAll, except: [] };
  },
  /** How photo and result are compared. */
  get mode() {
    return mode;
  },
  set mode(next: Mode) {
    mode = next;
  },
};
