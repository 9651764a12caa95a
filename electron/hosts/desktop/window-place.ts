import { screen, type Rectangle } from 'electron';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { writeWhole } from '../../base/files.ts';

/** The position of the window. */
export interface Place {
  /** Bounds in px of the window when it is neither maximised nor full screen. */
  readonly bounds: Rectangle;
  readonly isMaximized: boolean;
  readonly isFullScreen: boolean;
}

const length = v.pipe(v.number(), v.safeInteger());
const place = v.object({
  bounds: v.object({ x: length, y: length, width: length, height: length }),
  isMaximized: v.boolean(),
  isFullScreen: v.boolean(),
});

/** Size in px of a window whose size was not saved. */
const USUAL = { width: 1440, height: 900 };
/** Minimum width and height in px of the visible part of the window, so that the user can move the window. */
const VISIBLE = 120;

/** Returns the saved position if it is still visible, otherwise a window in the centre of the screen. */
export function placeFor(folder: string): {
  readonly bounds: Partial<Rectangle>;
  readonly isMaximized: boolean;
  readonly isFullScreen: boolean;
} {
  const remembered = readPlace(folder);
  if (remembered !== null && isVisible(remembered.bounds)) return remembered;
  return { bounds: USUAL, isMaximized: false, isFullScreen: false };
}

export async function savePlace(folder: string, now: Place, random: () => number): Promise<void> {
  // A failure is ignored, because the user can easily move the window again.
  await writeWhole(placeFile(folder), (handle) => handle.writeFile(JSON.stringify(now)), random);
}

function readPlace(folder: string): Place | null {
  try {
    return v.parse(place, JSON.parse(readFileSync(placeFile(folder), 'utf8')));
  } catch {
    return null;
  }
}

function placeFile(folder: string): string {
  return join(folder, 'window.json');
}

/** Returns whether enough of the window is on a display, because displays may change between two starts. */
function isVisible({ x, y, width, height }: Rectangle): boolean {
  if (width < VISIBLE || height < VISIBLE) return false;
  return screen.getAllDisplays().some(({ workArea }) => {
    const across = Math.min(x + width, workArea.x + workArea.width) - Math.max(x, workArea.x);
    const down = Math.min(y + height, workArea.y + workArea.height) - Math.max(y, workArea.y);
    // The title bar must also be reachable.
    return across >= VISIBLE && down >= VISIBLE && y >= workArea.y;
  });
}
