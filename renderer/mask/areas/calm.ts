import type { Raster } from './flood.ts';

/**
 * Sets each cell (255 or 0) to the majority of the three by three cells around it. This removes single cells
 * caused by noise and leaves edges in place.
 */
export function calmed(cells: Uint8Array, { width, height }: Raster): Uint8Array<ArrayBuffer> {
  const calm = new Uint8Array(cells.length);
  /** For each column, the number of set cells in the current line and the lines above and below. */
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
