import type { Combine, Region } from './document.ts';
import type { Pen } from './pen.ts';

/** Where between 0 and 255 a hard edge runs: at no value that means of cells often have. */
export const EDGE = 127.77;

/** Of a raster of cells over the whole photo: what is between the middles of two goes from one to the other. */
export function paintRegion(
  pen: Pen,
  region: Region,
  photo: { readonly width: number; readonly height: number },
): void {
  const { columns: width, rows: height, values } = region;
  const data = cellsOf(region);
  const [acrossFirst, acrossEnd] = pen.columns(0, photo.width);
  const [first, end] = pen.lines(0, photo.height);
  const columns = Array.from({ length: Math.max(0, acrossEnd - acrossFirst) }, (_, at) =>
    between((pen.x(acrossFirst + at) * width) / photo.width - 0.5, width),
  );
  for (let line = first; line < end; line += 1) {
    const down = between((pen.y(line) * height) / photo.height - 0.5, height);
    const [above, below] = [down.low * width, down.high * width];
    for (const [at, { low, high, part }] of columns.entries()) {
      const upper = data[above + low]! + (data[above + high]! - data[above + low]!) * part;
      const lower = data[below + low]! + (data[below + high]! - data[below + low]!) * part;
      const mean = upper + (lower - upper) * down.part;
      const value = values === undefined ? (mean < EDGE ? 0 : 255) : Math.round(mean);
      if (value > 0) pen.dot(line, acrossFirst + at, value);
    }
  }
}

/** A value of 0 to 255 for each cell. */
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

/** An operation of the cells that were found: 0 is outside, all else inside. */
export function regionOf(
  cells: Uint8Array,
  columns: number,
  rows: number,
  combine: Combine,
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

/** The two cells beside a place, and how far it is from the first to the second. */
function between(place: number, count: number): { low: number; high: number; part: number } {
  const within = Math.min(Math.max(place, 0), count - 1);
  const low = Math.floor(within);
  return { low, high: Math.min(low + 1, count - 1), part: within - low };
}
