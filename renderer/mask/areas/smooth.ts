import { colourOf } from './colour.ts';
import type { Pixels } from './pixels.ts';

/** Values per cell: three for its colour, and one for the strength of the edge in the cell. */
export const NUMBERS = 4;
/** Index of the edge strength among the values of a cell. */
export const EDGE_AT = 3;
/** The stored value of a colour distance of 1. */
export const SCALE = 10_000;
/** Cells per side of a tile. A tile is always computed completely. */
const TILE = 64;

export interface Smooth {
  /** `NUMBERS` values per cell, line by line; filled only for computed tiles. */
  readonly values: Int16Array;
  /**
   * Computes the cells from `left` and `top` up to but excluding `right` and `bottom`. These limits must be
   * inside the photo.
   */
  make(left: number, top: number, right: number, bottom: number): void;
}

/**
 * Returns for each cell of a photo its colour without noise (the mean of three by three cells) and the strength of
 * the edge in it (the colour distance across the cell). Computes only the tiles where a brush paints, because a whole
 * large photo would cause a noticeable delay.
 */
export function smoothed({ data, width, height }: Pixels): Smooth {
  const values = new Int16Array(width * height * NUMBERS);
  const across = Math.ceil(width / TILE);
  const made = new Uint8Array(across * Math.ceil(height / TILE));
  /** Colours of a tile and the cells next to it. */
  const around = new Int16Array((TILE + 2) ** 2 * 3);

  function make(left: number, top: number, right: number, bottom: number): void {
    for (let row = Math.floor(top / TILE); row * TILE < bottom; row += 1) {
      for (let column = Math.floor(left / TILE); column * TILE < right; column += 1) {
        const tile = row * across + column;
        if (made[tile] === 0) makeTile(column * TILE, row * TILE);
        made[tile] = 1;
      }
    }
  }

  function makeTile(left: number, top: number): void {
    const side = TILE + 2;
    for (let line = 0; line < side; line += 1) {
      for (let column = 0; column < side; column += 1) {
        putMean(left + column - 1, top + line - 1, (line * side + column) * 3);
      }
    }
    const [right, bottom] = [Math.min(left + TILE, width), Math.min(top + TILE, height)];
    for (let y = top; y < bottom; y += 1) {
      for (let x = left; x < right; x += 1) {
        const at = ((y - top + 1) * side + x - left + 1) * 3;
        const into = (y * width + x) * NUMBERS;
        for (let axis = 0; axis < 3; axis += 1) values[into + axis] = around[at + axis]!;
        values[into + EDGE_AT] = Math.max(
          apart(at - 3, at + 3),
          apart(at - side * 3, at + side * 3),
        );
      }
    }
  }

  /** Stores the mean colour of a cell and its neighbours. At the photo's border, repeats the border's cells. */
  function putMean(x: number, y: number, into: number): void {
    let [red, green, blue] = [0, 0, 0];
    for (let down = -1; down <= 1; down += 1) {
      const line = Math.min(Math.max(y + down, 0), height - 1) * width;
      for (let right = -1; right <= 1; right += 1) {
        const at = (line + Math.min(Math.max(x + right, 0), width - 1)) * 4;
        red += data[at]!;
        green += data[at + 1]!;
        blue += data[at + 2]!;
      }
    }
    const { l, a, b } = colourOf((red / 9) | 0, (green / 9) | 0, (blue / 9) | 0);
    around[into] = l * SCALE;
    around[into + 1] = a * SCALE;
    around[into + 2] = b * SCALE;
  }

  function apart(one: number, other: number): number {
    const l = around[one]! - around[other]!;
    const a = around[one + 1]! - around[other + 1]!;
    const b = around[one + 2]! - around[other + 2]!;
    return Math.sqrt(l * l + a * a + b * b);
  }

  return { values, make };
}
