import { flood, withRim } from './flood.ts';

/** Mask values above this value count as kept. */
const HALF = 127;

/**
 * Finds the connected area of cells that have the same state as the start cell (kept or not kept), and the cells next
 * to this area. `plane` holds the mask values, line by line. Returns 255 for the found cells and 0 for the others.
 * Areas do not wrap around at the photo's border.
 */
export function bucket(
  plane: Uint8Array,
  width: number,
  height: number,
  column: number,
  row: number,
): Uint8Array<ArrayBuffer> {
  const size = { width, height };
  const isOutside = column < 0 || row < 0 || column >= width || row >= height;
  if (isOutside) return new Uint8Array(width * height);
  const start = row * width + column;
  const isKept = plane[start]! > HALF;
  const open = plane.map((value) => (value > HALF === isKept ? 1 : 0));
  return withRim(flood(open, size, [start]), size);
}

/**
 * Finds the holes of a mask, which are areas that are not kept and do not touch the photo's border. Returns 255 for
 * the cells of the holes and the cells next to them, and 0 for the others.
 */
export function holes(plane: Uint8Array, width: number, height: number): Uint8Array<ArrayBuffer> {
  const size = { width, height };
  const open = plane.map((value) => (value > HALF ? 0 : 1));
  const outside = flood(open, size, borderOf(width, height));
  return withRim(
    outside.map((value, at) => (value === 0 && open[at] !== 0 ? 255 : 0)),
    size,
  );
}

function borderOf(width: number, height: number): number[] {
  const last = (height - 1) * width;
  return [
    ...Array.from({ length: width }, (_, column) => [column, last + column]).flat(),
    ...Array.from({ length: height }, (_, row) => [row * width, row * width + width - 1]).flat(),
  ];
}
