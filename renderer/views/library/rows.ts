import type { ExpandedStacks, LibraryCell, LibraryCells } from '#shared/views/library.ts';
import type { JobRow } from '#shared/job-row.ts';
import { aboutJobs } from '../../data/live.svelte.ts';
import { Rows } from '../../data/rows.svelte.ts';
import type { Studio } from '../../data/studio.svelte.ts';
import { wireFilter, type LibraryView } from './address.ts';

/** Checks whether a change can affect results or their picks and ratings. */
export const concernsResults = aboutJobs('retouch');

/** Returns the filter, the order and the expanded stacks of a list in the contract's format. */
export function stackedList({ filter, sort }: LibraryView, expanded: ExpandedStacks) {
  const { isAll, except } = expanded;
  return {
    filter: wireFilter(filter, Date.now()),
    sort,
    expanded: { isAll, except: [...except] },
  };
}

/**
 * Returns the results of the library as a list that loads the visible cells and the cells next to them. Must
 * be called while a component is initialised.
 */
export function imageRowsOf(
  studio: Studio,
  asked: () => LibraryView,
  expanded: () => ExpandedStacks,
  onTurned: () => void,
): Rows<LibraryCell, LibraryCells> {
  return new Rows(studio, {
    asked,
    page: (now, offset, limit, signal) =>
      studio.ask('library.cells', { ...stackedList(now, expanded()), offset, limit }, signal),
    concerns: concernsResults,
    onTurned,
  });
}

/** Returns the photos that need attention, newest first. Must be called while a component is initialised. */
export function heldRowsOf(
  studio: Studio,
  asked: () => LibraryView,
  onTurned: () => void,
): Rows<JobRow> {
  return new Rows(studio, {
    asked,
    page: ({ filter: { recipe, hotFolderId, text } }, offset, limit, signal) => {
      const filter = {
        states: ['held' as const],
        ...(recipe === undefined ? {} : { recipe }),
        ...(typeof hotFolderId === 'number' ? { hotFolderId } : {}),
        ...(text === undefined ? {} : { text }),
      };
      return studio.ask('queue.page', { filter, sort: 'newest', offset, limit }, signal);
    },
    concerns: concernsResults,
    onTurned,
  });
}
