import { partsOf, touchesBorder } from './parts.ts';
import type { Box } from './placement.ts';

/** Which pixels of a small picture belong to the subject: 1 inside, 0 outside. */
export interface Outline {
  readonly width: number;
  readonly height: number;
  readonly inside: Uint8Array;
  readonly box: Box;
}

/**
 * Parts smaller than this fraction of the largest part are ignored as dust; a second shoe of a pair
 * is larger.
 */
const dust = 0.01;
/**
 * If the largest part is smaller than this fraction of the picture, it is not a subject but noise,
 * or a star in the sky.
 */
const smallest = 0.005;

/**
 * Returns the outline of the pixels marked as inside, without dust; null if there is no subject.
 */
export function outlineOf(inside: Uint8Array, width: number, height: number): Outline | null {
  const parts = partsOf(inside, width);
  const largest = parts.reduce((most, { pixels }) => Math.max(most, pixels), 0);
  if (largest < width * height * smallest) return null;
  const kept = new Uint8Array(width * height);
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (const { runs, pixels } of parts) {
    if (pixels < largest * dust) continue;
    for (const { start, end } of runs) {
      kept.fill(1, start, end);
      const y = Math.floor(start / width);
      left = Math.min(left, start - y * width);
      right = Math.max(right, end - y * width);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y + 1);
    }
  }
  return {
    width,
    height,
    inside: kept,
    box: { left, top, width: right - left, height: bottom - top },
  };
}

/** Returns the marked pixels together with the areas that they enclose. */
export function filled(solid: Uint8Array, width: number, height: number): Uint8Array {
  const open = solid.map((pixel) => 1 - pixel);
  const kept = new Uint8Array(width * height).fill(1);
  for (const part of partsOf(open, width)) {
    if (!touchesBorder(part, width, height)) continue;
    for (const { start, end } of part.runs) kept.fill(0, start, end);
  }
  return kept;
}
