import type { Size } from '../pictures.ts';
import type { Region } from './document.ts';
import type { Pen } from './pen.ts';

/**
 * Threshold for a hard edge, between 0 and 255. Means of cells rarely have exactly this value, so that rounding errors
 * rarely matter.
 */
export const EDGE = 127.77;

/**
 * Rounds a mean of cells. Means halfway between two values are common and are always rounded up, whatever the rounding
 * errors in computing them, because a later operation may turn a difference of 1 into black or white.
 */
export function shadeOf(mean: number): number {
  return Math.round(mean + HALFWAY);
}

/**
 * Much larger than the rounding error of a mean, and much smaller than the distance from halfway of any mean that
 * is not exactly halfway.
 */
const HALFWAY = 1e-7;

/** Paints a raster of cells over the whole photo, with linear interpolation between cell centres. */
export function paintRegion(pen: Pen, region: Region, photo: Size): void {
  paintCells(pen, { ...region, data: cellsOf(region) }, photo);
}

/** A raster of cells over the whole photo; without `values`, its edges are hard. */
interface Cells extends Pick<Region, 'columns' | 'rows' | 'values'> {
  /** 0 to 255, line by line. */
  readonly data: Uint8Array;
}

/** Like `paintRegion`, but for decoded cells. */
export function paintCells(pen: Pen, { columns: width, rows, values, data }: Cells, photo: Size) {
  const isHard = values === undefined;
  const [acrossFirst, acrossEnd] = pen.columns(0, photo.width);
  const [first, end] = pen.lines(0, photo.height);
  const count = Math.max(0, acrossEnd - acrossFirst);
  const lows = new Int32Array(count);
  const highs = new Int32Array(count);
  const parts = new Float64Array(count);
  for (let at = 0; at < count; at += 1) {
    const across = between((pen.x(acrossFirst + at) * width) / photo.width - 0.5, width);
    [lows[at], highs[at], parts[at]] = [across.low, across.high, across.part];
  }
  for (let line = first; line < end; line += 1) {
    const down = between((pen.y(line) * rows) / photo.height - 0.5, rows);
    const above = data.subarray(down.low * width, (down.low + 1) * width);
    const below = data.subarray(down.high * width, (down.high + 1) * width);
    // Most lines of most regions are empty, so skipping them saves time.
    if (isHard && !above.includes(255) && !below.includes(255)) continue;
    /** First column of the current span inside the mask. */
    let start = count;
    for (let at = 0; at < count; at += 1) {
      const low = lows[at]!;
      const high = highs[at]!;
      const part = parts[at]!;
      const upper = above[low]! + (above[high]! - above[low]!) * part;
      const lower = below[low]! + (below[high]! - below[low]!) * part;
      const mean = upper + (lower - upper) * down.part;
      if (!isHard) pen.dot(line, acrossFirst + at, shadeOf(mean));
      else if (mean >= EDGE) start = Math.min(start, at);
      else if (start < at) {
        pen.span(line, acrossFirst + start, acrossFirst + at);
        start = count;
      }
    }
    pen.span(line, acrossFirst + start, acrossFirst + count);
  }
}

/** Returns a value of 0 to 255 for each cell. */
export function cellsOf({ columns, rows, runs, values }: Region): Uint8Array {
  const data = new Uint8Array(columns * rows);
  let at = 0;
  for (const [index, length] of runs.entries()) {
    const value = values === undefined ? (index % 2) * 255 : (values[index] ?? 0);
    data.fill(value, at, at + length);
    at += length;
  }
  return data;
}

/** Returns an operation for selected cells: cells with 0 are outside the mask, all others inside. */
export function regionOf(
  cells: Uint8Array,
  columns: number,
  rows: number,
  combine: Region['combine'],
): Region {
  const runs: number[] = [];
  let isInside = false;
  let start = 0;
  for (let at = 0; at < cells.length; at += 1) {
    if ((cells[at] !== 0) === isInside) continue;
    runs.push(at - start);
    start = at;
    isInside = !isInside;
  }
  runs.push(cells.length - start);
  return { kind: 'region', combine, columns, rows, runs };
}

/** Returns an operation for cells with values from 0 to 255; keeps soft edges. */
export function shadesOf(
  cells: Uint8Array,
  columns: number,
  rows: number,
  combine: Region['combine'],
): Region {
  const runs: number[] = [];
  const values: number[] = [];
  let start = 0;
  for (let at = 1; at <= cells.length; at += 1) {
    const value = cells[start]!;
    if (cells[at] === value) continue;
    runs.push(at - start);
    values.push(value);
    start = at;
  }
  return { kind: 'region', combine, columns, rows, runs, values };
}

/**
 * Returns the two cells nearest to a position, and the position as a fraction of the way from the first to the second.
 */
function between(place: number, count: number): { low: number; high: number; part: number } {
  const within = Math.min(Math.max(place, 0), count - 1);
  const low = Math.floor(within);
  return { low, high: Math.min(low + 1, count - 1), part: within - low };
}
