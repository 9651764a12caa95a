import { penOn, type Place, type Window } from '#shared/mask/pen.ts';
import { paintCells } from '#shared/mask/region.ts';
import type { Size } from '#shared/pictures.ts';
import type { Box } from '../../viewer/view.ts';
import { EdgeBrush } from '../areas/edge-brush.ts';
import type { Pixels } from '../areas/pixels.ts';
import { joined } from './bounds.ts';

/** A stroke of the edge brush that is in progress. */
export interface Edges {
  /** All cells found so far. */
  readonly cells: Uint8Array;
  /**
   * Adds points and paints the cells that the brush finds there. Painting the points in parts gives
   * the same result as painting them together, because cells are only ever added. Returns the
   * painted part of the photo in px.
   */
  paint(plane: Uint8Array, place: Place, points: readonly number[]): Box | null;
  /** Makes the next `paint` repaint all found cells. */
  again(): void;
}

export function createEdges(
  pixels: Pixels,
  photo: Size,
  tolerance: number,
  combine: 'add' | 'subtract',
): Edges {
  const brush = new EdgeBrush(pixels, tolerance);
  const raster = {
    columns: pixels.width,
    rows: pixels.height,
    values: undefined,
    data: brush.cells,
  };
  const across = pixels.width / photo.width;
  const down = pixels.height / photo.height;
  /** Bounds of the found cells that have not been painted yet. */
  let found: Window | null = null;
  /** Bounds of all found cells. */
  let all: Window | null = null;

  return {
    cells: brush.cells,
    paint(plane, place, points) {
      for (let at = 0; at + 2 < points.length; at += 3) {
        const [x, y, radius] = [points[at]!, points[at + 1]!, points[at + 2]!];
        found = joined(found, brush.paint(x * across, y * down, radius * across));
      }
      if (found === null) return null;
      all = joined(all, found);
      // a cell affects pixels up to the centres of its neighbours
      const bounds = {
        left: (found.x - 1) / across,
        top: (found.y - 1) / down,
        width: (found.width + 2) / across,
        height: (found.height + 2) / down,
      };
      found = null;
      const part = partOf(bounds, place);
      if (part === null) return bounds;
      const values = new Uint8Array(part.width * part.height);
      paintCells(penOn(values, { ...place, window: part }, 'add'), raster, photo);
      lay(values, part, plane, place.window, combine);
      return bounds;
    },
    again() {
      found = all;
    },
  };
}

/**
 * Returns the part of a window, in px, that overlaps a part of the photo; null if they don't
 * overlap.
 */
function partOf(
  { left, top, width, height }: Box,
  { window, scaleX, scaleY }: Place,
): Window | null {
  const x = Math.max(window.x, Math.floor(left * scaleX));
  const y = Math.max(window.y, Math.floor(top * scaleY));
  const right = Math.min(window.x + window.width, Math.ceil((left + width) * scaleX));
  const bottom = Math.min(window.y + window.height, Math.ceil((top + height) * scaleY));
  return right > x && bottom > y ? { x, y, width: right - x, height: bottom - y } : null;
}

function lay(
  values: Uint8Array,
  part: Window,
  plane: Uint8Array,
  window: Window,
  combine: 'add' | 'subtract',
): void {
  for (let line = 0; line < part.height; line += 1) {
    const row = (part.y - window.y + line) * window.width + part.x - window.x;
    for (let column = 0; column < part.width; column += 1) {
      const value = values[line * part.width + column]!;
      if (value === 0) continue;
      const before = plane[row + column]!;
      plane[row + column] =
        combine === 'add' ? Math.max(before, value) : Math.min(before, 255 - value);
    }
  }
}
