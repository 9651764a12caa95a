import type { ListEvents } from './list.ts';

/** The cells of a list in reading order. */
export interface Cells {
  readonly total: number;
  readonly columns: number;
  /** Number of whole lines on screen; for a horizontal list, number of whole cells. */
  readonly lines: number;
  /** Whether all cells are in a single line, side by side. */
  readonly isHorizontal?: boolean;
}

/**
 * Returns the cell to which a key moves the focus from the cell `from` (-1 for none). Returns `above` if the focus
 * leaves the list at the top, and null if the focus stays.
 */
export function goalOf(key: string, from: number, cells: Cells): number | 'above' | null {
  const { total, columns, lines, isHorizontal = false } = cells;
  if (total === 0) return key === 'ArrowUp' && !isHorizontal ? 'above' : null;
  const screen = Math.max(1, lines - 1) * columns;
  const sideways = { ArrowRight: from + 1, ArrowLeft: from - 1 };
  const upAndDown = { ArrowDown: from < 0 ? 0 : from + columns, ArrowUp: from - columns };
  const steps: Readonly<Record<string, number>> = {
    ...(isHorizontal || columns > 1 ? sideways : {}),
    ...(isHorizontal ? {} : upAndDown),
    PageDown: from + screen,
    PageUp: from - screen,
    Home: 0,
    End: total - 1,
  };
  const to = steps[key];
  if (to === undefined) return null;
  if (key === 'ArrowUp' && to < 0) return 'above';
  const isBelow = Math.floor(from / columns) < Math.floor((total - 1) / columns);
  // if there is no cell directly below, moves to the last cell, unless the focus is in the last line already
  if (key === 'ArrowDown' && from >= 0 && to >= total && !isBelow) return from;
  return Math.max(0, Math.min(to, total - 1));
}

/** Runs the action of a key on the cell `active` (-1 for none); returns false for a key without an action. */
export function actsOn(active: number, key: string, isCommand: boolean, on: ListEvents): boolean {
  if (isCommand) {
    if (key.toLowerCase() !== 'a' || on.all === undefined) return false;
    on.all();
  } else if (active < 0) return false;
  else if (key === ' ') (on.mark ?? on.open)(active);
  else if (key === 'Enter') on.open(active);
  else if ((key === 'Delete' || key === 'Backspace') && on.remove !== undefined) on.remove(active);
  else return false;
  return true;
}
