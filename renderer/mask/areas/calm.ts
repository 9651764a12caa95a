import type { Raster } from './flood.ts';

/**
 * Cells (255, the others 0) as most of the three by three around each are: single ones that noise has
 * left out or let in are gone, and edges stay where they are.
 */
export function calmed(cells: Uint8Array, { width, height }: Raster): Uint8Array<ArrayBuffer> {
  const calm = new Uint8Array(cells.length);
  /** Of each column how many of the line and those above and below it are inside. */
  const counts = new Uint8Array(width);
  for (let line = 0; line < height; line += 1) {
    const above = Math.max(0, line - 1) * width;
    const here = line * width;
    const below = Math.min(height - 1, line + 1) * width;
    for (let at = 0; at < width; at += 1) {
      counts[at] = (cells[above + at]! & 1) + (cells[here + at]! & 1) + (cells[below + at]! & 1);
    }
    for (let at = 0; at < width; at += 1) {
      const left = counts[Math.max(0, at - 1)]!;
      const right = counts[Math.min(width - 1, at + 1)]!;
      if (left + counts[at]! + right > 4) calm[here + at] = 255;
    }
  }
  return calm;
}
