import type { Window } from '#shared/mask/pen.ts';
import { columnsIn, type Circle } from './circle.ts';
import { colourOf } from './colour.ts';
import type { Pixels } from './pixels.ts';
import { EDGE_AT, NUMBERS, SCALE, smoothed, type Smooth } from './smooth.ts';

/** A mean colour, in the units of `smoothed`. */
export type Mean = readonly [number, number, number];

/** States of a cell inside the circle: different from the mean colour, or similar to it. */
export const OTHER = 1;
export const LIKE = 2;

/** Colour distance at which an edge stops the brush, as a share of the tolerance, and the minimum of this distance. */
const EDGE = { ofTolerance: 0.4, least: 0.04 };

/** Compares a photo's colours with a mean colour and finds the photo's edges, with a tolerance of 0 to 100. */
export class Likeness {
  readonly #pixels: Pixels;
  readonly #smooth: Smooth;
  /** Maximum distance of a similar colour, squared. */
  readonly #most: number;
  readonly #strongest: number;

  constructor(pixels: Pixels, tolerance: number) {
    this.#pixels = pixels;
    this.#smooth = smoothed(pixels);
    this.#most = ((tolerance / 100) * SCALE) ** 2;
    this.#strongest = Math.max(EDGE.least, (tolerance / 100) * EDGE.ofTolerance) * SCALE;
  }

  /** Smooths the cells in a rectangle. Must be called before the other methods. */
  prepare({ x, y, width, height }: Window): void {
    this.#smooth.make(x, y, x + width, y + height);
  }

  meanOf(window: Window, places: readonly number[]): Mean {
    const { values } = this.#smooth;
    const { width } = this.#pixels;
    const axes = [0, 1, 2] as const;
    return axes.map(
      (axis) =>
        places.reduce((sum, at) => sum + values[cellAt(window, at, width) * NUMBERS + axis]!, 0) /
        places.length,
    ) as [number, number, number];
  }

  /**
   * Returns for each cell in a rectangle whether its colour is similar to the mean (`LIKE` or `OTHER`); 0 outside the
   * circle.
   */
  within(window: Window, circle: Circle, [toL, toA, toB]: Mean): Uint8Array {
    const { values } = this.#smooth;
    const { width } = this.#pixels;
    const most = this.#most;
    const seen = new Uint8Array(window.width * window.height);
    for (let row = 0; row < window.height; row += 1) {
      const [first, end] = columnsIn(window, circle, row);
      const start = row * window.width;
      let value = cellAt(window, start + first, width) * NUMBERS;
      for (let at = start + first; at < start + end; at += 1, value += NUMBERS) {
        const l = values[value]! - toL;
        const a = values[value + 1]! - toA;
        const b = values[value + 2]! - toB;
        seen[at] = l * l + a * a + b * b <= most ? LIKE : OTHER;
      }
    }
    return seen;
  }

  /** Returns 1 for the cells that are similar and not on an edge, 0 for the others. */
  withoutEdges(window: Window, seen: Uint8Array): Uint8Array {
    const { values } = this.#smooth;
    const { width } = this.#pixels;
    const strongest = this.#strongest;
    const open = new Uint8Array(seen.length);
    for (let row = 0; row < window.height; row += 1) {
      const start = row * window.width;
      let value = cellAt(window, start, width) * NUMBERS + EDGE_AT;
      for (let at = start; at < start + window.width; at += 1, value += NUMBERS) {
        if (seen[at] === LIKE && values[value]! <= strongest) open[at] = 1;
      }
    }
    return open;
  }

  /** Checks whether the unsmoothed colour of a cell is similar to the mean. */
  isNear(window: Window, at: number, [toL, toA, toB]: Mean): boolean {
    const { data, width } = this.#pixels;
    const byte = cellAt(window, at, width) * 4;
    const colour = colourOf(data[byte]!, data[byte + 1]!, data[byte + 2]!);
    const [l, a, b] = [colour.l * SCALE - toL, colour.a * SCALE - toA, colour.b * SCALE - toB];
    return l * l + a * a + b * b <= this.#most;
  }
}

/** Converts the index of a cell in a rectangle to its index in the photo. `width` is the width of the photo. */
export function cellAt(window: Window, at: number, width: number): number {
  const row = Math.floor(at / window.width);
  return (window.y + row) * width + window.x + at - row * window.width;
}
