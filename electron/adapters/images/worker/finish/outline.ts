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
 * Returns the outline of the pixels marked as solid, with the areas that they enclose and without dust; null
 * if there is no subject.
 */
export function outlineOf(solid: Uint8Array, width: number, height: number): Outline | null {
  const inside = filled(solid, width, height);
  const parts = partsOf(inside, width, height);
  const largest = Math.max(0, ...parts.map((pixels) => pixels.length));
  if (largest < width * height * smallest) return null;
  const kept = new Uint8Array(width * height);
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (const pixels of parts) {
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
  const open = solid.map((pixel) => 1 - pixel);
  const reach = areas(open, width, height);
  for (let x = 0; x < width; x += 1) {
    reach(x);
    reach((height - 1) * width + x);
  }
  for (let y = 0; y < height; y += 1) {
    reach(y * width);
    reach(y * width + width - 1);
  }
  // pixels that were reached from the border are no longer set in `open`
  return solid.map((pixel, at) => pixel | (open[at] ?? 0));
}

/** Returns the connected areas. */
function partsOf(inside: Uint8Array, width: number, height: number): Int32Array[] {
  const left = inside.slice();
  const reach = areas(left, width, height);
  const parts: Int32Array[] = [];
  for (let at = left.indexOf(1); at !== -1; at = left.indexOf(1, at)) {
    parts.push(reach(at).slice());
  }
  return parts;
}

/**
 * Returns a function that finds the pixels connected to a given pixel, and clears them in `marked`.
 * Its result is only valid until the next call.
 */
function areas(marked: Uint8Array, width: number, height: number): (start: number) => Int32Array {
  const found = new Int32Array(width * height);
  return (start) => {
    let count = 0;
    const add = (at: number): void => {
      if (marked[at] !== 1) return;
      marked[at] = 0;
      found[count] = at;
      count += 1;
    };
    add(start);
    for (let next = 0; next < count; next += 1) {
      const at = found[next] ?? 0;
      const x = at % width;
      if (x > 0) add(at - 1);
      if (x < width - 1) add(at + 1);
      add(at - width);
      add(at + width);
    }
    return found.subarray(0, count);
  };
}
