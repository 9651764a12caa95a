import type { Window } from '#shared/mask/pen.ts';
import { around, cellsIn, way, windowOf, type Circle } from './circle.ts';
import { flood } from './flood.ts';
import { cellAt, Likeness, LIKE, OTHER } from './likeness.ts';
import type { Pixels } from './pixels.ts';

/**
 * Number of steps by which the found area grows. Smoothing moves edges inwards by two cells (four steps on a
 * diagonal), so the area would otherwise end before the real edge.
 */
const STEPS = 4;
/** Minimum radius, in cells. A circle of this radius contains the centre of at least one cell. */
const LEAST_RADIUS = 0.75;
/**
 * Radius of the middle of the brush, as a share of the brush's radius, and its limits in cells. The brush finds cells
 * that are similar to the mean colour of the middle.
 */
const MIDDLE = { ofRadius: 1 / 8, least: 1, most: 4 };

/**
 * A brush that compares colours. Each dab finds the cells inside its circle that have a similar colour to the middle
 * of the circle and are connected with the middle without crossing an edge. With a tolerance of 0, only identical
 * colours are similar; with 100, even black and white are. Positions are in cells of the photo, from the top left
 * corner of the first cell.
 */
export class EdgeBrush {
  /** All cells of the photo: 255 for the cells found so far, 0 for the others. */
  readonly cells: Uint8Array<ArrayBuffer>;
  readonly #width: number;
  readonly #height: number;
  readonly #likeness: Likeness;
  #last: Circle | null = null;

  constructor(pixels: Pixels, tolerance: number) {
    this.#width = pixels.width;
    this.#height = pixels.height;
    this.#likeness = new Likeness(pixels, tolerance);
    this.cells = new Uint8Array(pixels.width * pixels.height);
  }

  /**
   * Moves the brush in a straight line from its last position and adds the cells that it finds. Returns the
   * bounds of the added cells; null if there are none.
   */
  paint(x: number, y: number, radius: number): Window | null {
    const to = { x, y, radius: Math.max(LEAST_RADIUS, radius) };
    const changed = way(this.#last ?? to, to).flatMap((stand) => this.#stand(stand) ?? []);
    this.#last = to;
    return changed.length === 0 ? null : changed.reduce(around);
  }

  /** Adds the cells that one dab finds. */
  #stand(circle: Circle): Window | null {
    const { x, y, radius } = circle;
    if (x < 0 || y < 0 || x >= this.#width || y >= this.#height) return null;
    const window = windowOf(circle, this.#width, this.#height);
    const likeness = this.#likeness;
    likeness.prepare(window);
    const reach = Math.max(MIDDLE.least, radius * MIDDLE.ofRadius);
    const middle = cellsIn(window, { ...circle, radius: Math.min(MIDDLE.most, reach, radius) });
    const mean = likeness.meanOf(window, middle);
    const seen = likeness.within(window, circle, mean);
    const open = likeness.withoutEdges(window, seen);
    // an edge inside the middle does not stop the brush
    for (const at of middle) open[at] = seen[at] === LIKE ? 1 : 0;
    const found = flood(open, window, middle);
    addEdge(
      found,
      window,
      (at) => seen[at] === LIKE || (seen[at] === OTHER && likeness.isNear(window, at, mean)),
    );
    return this.#add(window, found);
  }

  #add(window: Window, found: Uint8Array): Window | null {
    const { cells } = this;
    let [left, right, top, bottom] = [window.width, 0, window.height, 0];
    for (let row = 0; row < window.height; row += 1) {
      const start = row * window.width;
      let cell = cellAt(window, start, this.#width);
      for (let column = 0; column < window.width; column += 1, cell += 1) {
        if (found[start + column] === 0 || cells[cell] !== 0) continue;
        cells[cell] = 255;
        if (column < left) left = column;
        if (column >= right) right = column + 1;
        if (row < top) top = row;
        bottom = row + 1;
      }
    }
    if (left >= right) return null;
    return { x: window.x + left, y: window.y + top, width: right - left, height: bottom - top };
  }
}

/**
 * Grows the found area up to the real edge, because the brush has stopped at the edge of the smoothed photo, which
 * is a few cells further inside.
 */
function addEdge(found: Uint8Array, { width }: Window, isAlike: (at: number) => boolean): void {
  const beside = (at: number) => [
    ...(at % width === 0 ? [] : [at - 1]),
    ...((at + 1) % width === 0 ? [] : [at + 1]),
    at - width,
    at + width,
  ];
  let border: number[] = [];
  for (let at = 0; at < found.length; at += 1) {
    const isInside =
      found[at] === 0 ||
      (found[at - 1] === 255 &&
        found[at + 1] === 255 &&
        found[at - width] === 255 &&
        found[at + width] === 255);
    if (!isInside) border.push(at);
  }
  for (let step = 0; step < STEPS; step += 1) {
    // outside the window, `found[at]` is undefined and not 0, so no cell is added there
    border = border.flatMap(beside).filter((at) => {
      const isNew = found[at] === 0 && isAlike(at);
      if (isNew) found[at] = 255;
      return isNew;
    });
  }
}
