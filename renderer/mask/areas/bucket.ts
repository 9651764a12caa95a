import { flood, withRim } from './flood.ts';

/** Mask values above this one count as kept. */
const HALF = 127;

/**
 * Finds the cells of a mask's plane that are connected with the start cell and have the same state (kept or
 * not kept), and their neighbouring cells. Returns 255 for these cells and 0 for the others. Areas are not
 * connected across the photo's border.
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

/** Finds the cells of a mask's plane that are not kept and not connected with the photo's border. */
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
