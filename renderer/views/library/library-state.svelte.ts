import type { ExpandedStacks } from '#shared/views/library.ts';
import { useStudio } from '../../data/studio.svelte.ts';
import type { Mode } from '../../viewer/modes.ts';

/** Cell sizes, from small to large. */
export const cellSizes = ['small', 'medium', 'large'] as const;
export type CellSize = (typeof cellSizes)[number];

/** Maximum number of expanded stacks or, if all are expanded, of collapsed stacks; the contract allows no more. */
const MOST_STACKS = 5000;

/** The library's view settings. */
class LibraryState {
  size = $state<CellSize>('medium');
  /** Whether the focus moves to the next result after the user has picked, rejected or rated a result. */
  isAdvancing = $state(true);
  /** How the photo and the result are compared. */
  mode = $state<Mode>('split');
  #expanded = $state.raw<ExpandedStacks>({ isAll: false, except: [] });

  /** Which stacks are expanded. */
  get expanded(): ExpandedStacks {
    return this.#expanded;
  }

  /** Expands or collapses the stack of a photo. */
  toggleStack(photoId: number): void {
    const others = this.#expanded.except.filter((each) => each !== photoId);
    const isKnown = others.length < this.#expanded.except.length;
    const except = isKnown ? others : [...others, photoId].slice(-MOST_STACKS);
    this.#expanded = { ...this.#expanded, except };
  }

  expandAll(isAll: boolean): void {
    this.#expanded = { isAll, except: [] };
  }
}

const create = () => new LibraryState();

/** Returns the view settings, kept until the window closes. Must be called while a component is initialised. */
export const useLibraryState = (): LibraryState => useStudio().state(create);
