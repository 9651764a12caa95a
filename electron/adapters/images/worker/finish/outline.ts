import type { Box } from './placement.ts';

/** Which pixels of a small picture belong to the subject: 1 inside, 0 outside. */
export interface Outline {
  readonly width: number;
  readonly height: number;
  readonly inside: Uint8Array;
  readonly box: Box;
}

/** Parts smaller than this fraction of the largest part are dust, not a second shoe. */
const dust = 0.01;
/** A largest part below this fraction of the picture is no subject: noise, or stars in the sky. */
const smallest = 0.005;

/**
 * Returns the outline of the pixels marked as solid, with the areas that they enclose and without dust; null
 * if there is no subject.
 */
export function outlineOf(solid: Uint8Array, width: number, height: number): Outline | null {
  const inside = filled(solid, width, height);
  const parts = partsOf(inside, width, height);
  const largest = Math.max(0, ...parts.map(({ pixels }) => pixels.length));
  if (largest < width * height * smallest) return null;
  const kept = new Uint8Array(width * height);
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (const { pixels } of parts) {
    if (pixels.length < largest * dust) continue;
    for (const at of pixels) {
      kept[at] = 1;
      const x = at % width;
      const y = (at - x) / width;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
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

/** Returns everything that cannot be reached from the border without crossing a solid pixel. */
function filled(solid: Uint8Array, width: number, height: number): Uint8Array {
  const inside = new Uint8Array(width * height).fill(1);
  const open: number[] = [];
  const reach = (at: number): void => {
    if (solid[at] === 1 || inside[at] === 0) return;
    inside[at] = 0;
    open.push(at);
  };
  for (let x = 0; x < width; x += 1) {
    reach(x);
    reach((height - 1) * width + x);
  }
  for (let y = 0; y < height; y += 1) {
    reach(y * width);
    reach(y * width + width - 1);
  }
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const next of neighbours(at, width, height)) reach(next);
  }
  return inside;
}

function partsOf(inside: Uint8Array, width: number, height: number): { pixels: number[] }[] {
  const seen = new Uint8Array(inside.length);
  const parts: { pixels: number[] }[] = [];
  for (let start = 0; start < inside.length; start += 1) {
    if (inside[start] === 0 || seen[start] === 1) continue;
    seen[start] = 1;
    const pixels = [start];
    for (let next = 0; next < pixels.length; next += 1) {
      for (const at of neighbours(pixels[next] ?? 0, width, height)) {
        if (inside[at] === 0 || seen[at] === 1) continue;
        seen[at] = 1;
        pixels.push(at);
      }
    }
    parts.push({ pixels });
  }
  return parts;
}

function neighbours(at: number, width: number, height: number): number[] {
  const x = at % width;
  const found: number[] = [];
  if (x > 0) found.push(at - 1);
  if (x < width - 1) found.push(at + 1);
  if (at >= width) found.push(at - width);
  if (at < (height - 1) * width) found.push(at + width);
  return found;
}
