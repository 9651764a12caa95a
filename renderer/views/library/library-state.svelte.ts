import type { ExpandedStacks } from '#shared/views/library.ts';
import type { Mode } from '../../viewer/modes.ts';

/** Cell sizes, from small to large. */
export const cellSizes = ['small', 'medium', 'large'] as const;
export type CellSize = (typeof cellSizes)[number];

/** View settings of the library, kept until the window closes. */
let size = $state<CellSize>('medium');
let isAdvancing = $state(true);
let mode = $state<Mode>('split');
let expanded = $state.raw<ExpandedStacks>({ isAll: false, except: [] });
/** Maximum number of stacks that differ from the rest, as in the contract. */
const MOST_STACKS = 5000;

export const libraryState = {
  get size() {
    return size;
  },
  set size(next: CellSize) {
    size = next;
  },
  /** After a mark, the focus moves to the next result. */
  get isAdvancing() {
    return isAdvancing;
  },
  set isAdvancing(next: boolean) {
    isAdvancing = next;
  },
  /** The expanded stacks. */
  get expanded() {
    return expanded;
  },
  /** Expands or collapses the stack of a photo. */
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
