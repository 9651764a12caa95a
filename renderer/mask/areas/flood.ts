/** Size of a raster, in cells. Its cells are stored line by line. */
export interface Raster {
  readonly width: number;
  readonly height: number;
}

/**
 * Finds all open cells (not 0) that are connected with an open cell of `starts`. Cells that share a side are
 * connected. Returns 255 for the found cells and 0 for the others.
 */
export function flood(
  open: Uint8Array,
  { width, height }: Raster,
  starts: readonly number[],
): Uint8Array<ArrayBuffer> {
  const cells = new Uint8Array(width * height);
  const waiting = [...starts];
  for (let from = waiting.pop(); from !== undefined; from = waiting.pop()) {
    if (open[from] === 0 || cells[from] !== 0) continue;
    const line = from - (from % width);
    let left = from;
    while (left > line && open[left - 1] !== 0) left -= 1;
    let end = from + 1;
    while (end < line + width && open[end] !== 0) end += 1;
    cells.fill(255, left, end);
    if (line > 0) push(left - width, end - width);
    if (line + width < width * height) push(left + width, end + width);
  }
  return cells;

  /** Pushes the first cell of each run of open cells in a part of the line above or below. */
  function push(first: number, end: number): void {
    let isOpen = false;
    for (let at = first; at < end; at += 1) {
      const isIn = open[at] !== 0 && cells[at] === 0;
      if (isIn && !isOpen) waiting.push(at);
      isOpen = isIn;
    }
  }
}

/**
 * Returns the found cells and their neighbours, so that no seam remains where cells and pixels have different
 * edges.
 */
export function withRim(cells: Uint8Array, { width, height }: Raster): Uint8Array<ArrayBuffer> {
  const grown = new Uint8Array(cells);
  for (let line = 0; line < height; line += 1) {
    for (let at = line * width; at < (line + 1) * width; at += 1) {
      if (cells[at] !== 0) continue;
      const isBeside =
        (at > line * width && cells[at - 1] !== 0) ||
        (at + 1 < (line + 1) * width && cells[at + 1] !== 0) ||
        (line > 0 && cells[at - width] !== 0) ||
        (line + 1 < height && cells[at + width] !== 0);
      if (isBeside) grown[at] = 255;
    }
  }
  return grown;
}
