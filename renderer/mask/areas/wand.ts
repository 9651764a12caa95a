import { apart, colourOf } from './colour.ts';
import { flood } from './flood.ts';
import type { Pixels } from './pixels.ts';

/**
 * Finds the cells whose colour is similar to the colour of the start cell: all of them or, with `isContiguous`, only
 * the area around the start cell. Returns 255 for the found cells and 0 for the others. With a tolerance of 0, only
 * identical colours are similar; with 100, even black and white are. Areas do not wrap around at the photo's border.
 */
export function wand(
  pixels: Pixels,
  { column, row }: { readonly column: number; readonly row: number },
  tolerance: number,
  isContiguous: boolean,
): Uint8Array<ArrayBuffer> {
  const { width, height } = pixels;
  const isOutside = column < 0 || row < 0 || column >= width || row >= height;
  if (isOutside) return new Uint8Array(width * height);
  const start = row * width + column;
  const like = likeCells(pixels, start, tolerance / 100);
  return isContiguous ? flood(like, pixels, [start]) : like;
}

/** States of a colour in the cache. */
const FAR = 1;
const NEAR = 2;

function likeCells(
  { data, width, height }: Pixels,
  start: number,
  most: number,
): Uint8Array<ArrayBuffer> {
  const pointedAt = colourOf(data[start * 4]!, data[start * 4 + 1]!, data[start * 4 + 2]!);
  // a photo has far fewer colours than pixels, so each colour is compared only once
  const known = new Uint8Array(2 ** 24);
  const cells = new Uint8Array(width * height);
  for (let cell = 0, at = 0; cell < cells.length; cell += 1, at += 4) {
    const red = data[at]!;
    const green = data[at + 1]!;
    const blue = data[at + 2]!;
    const bytes = (red << 16) | (green << 8) | blue;
    if (known[bytes] === 0) {
      known[bytes] = apart(colourOf(red, green, blue), pointedAt) <= most ? NEAR : FAR;
    }
    if (known[bytes] === NEAR) cells[cell] = 255;
  }
  return cells;
}
