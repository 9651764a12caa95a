import type { Region } from '#shared/mask/document.ts';
import { cellsOf } from '#shared/mask/region.ts';

/**
 * Red, green, blue and alpha of the cells inside the area, and of the two halves of its outline. The outline is light
 * and dark, so that it is visible on every photo.
 */
const VEIL = [255, 255, 255, 80] as const;
const LIGHT = [255, 255, 255, 245] as const;
const DARK = [0, 0, 0, 190] as const;
/** Thickness of each half of the outline, in thousandths of the long side of the picture. */
const LINE = 2;

/**
 * Returns a picture of an area with hard edges: a translucent veil with a dark and light outline, transparent
 * outside the area.
 */
export function proposalOf(region: Region): HTMLCanvasElement {
  const { columns: width, rows: height } = region;
  const cells = cellsOf(region);
  const line = Math.max(1, Math.round((Math.max(width, height) * LINE) / 1_000));
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  const image = new ImageData(width, height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const isInside = isAt(x, y);
      const isOutline = [line, -line].some(
        (by) => isAt(x + by, y) !== isInside || isAt(x, y + by) !== isInside,
      );
      if (!isInside && !isOutline) continue;
      image.data.set(isOutline ? (isInside ? LIGHT : DARK) : VEIL, (y * width + x) * 4);
    }
  }
  context?.putImageData(image, 0, 0);
  return canvas;

  /**
   * Checks whether a cell belongs to the area. Repeats the cells at the photo's border, so that there is no
   * outline along the border.
   */
  function isAt(x: number, y: number): boolean {
    const column = Math.min(Math.max(x, 0), width - 1);
    const row = Math.min(Math.max(y, 0), height - 1);
    return cells[row * width + column] === 255;
  }
}
