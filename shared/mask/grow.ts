import type { Window } from './pen.ts';

/**
 * Grows the kept area (values of at least half) by `by` px, or shrinks it if `by` is negative. The photo's border is
 * not treated as an edge. The result is wrong within `by` px of a border of the window that is not also a border of the
 * photo.
 */
export function grow(plane: Uint8Array, { width, height }: Window, by: number): Uint8Array {
  const isOutward = by >= 0;
  const reach = Math.abs(by);
  // Shrinking an area is the same as growing its complement.
  const [near, far] = isOutward ? [255, 0] : [0, 255];
  const isFrom = (value: number) => value > 127 === isOutward;
  const grown = new Uint8Array(plane.length).fill(far);
  const away = verticalDistances(plane, width, height, Math.floor(reach), isFrom);
  const marks = new Int32Array(width + 1);
  for (let line = 0; line < height; line += 1) {
    marks.fill(0);
    const start = line * width;
    for (let column = 0; column < width; column += 1) {
      const up = away[start + column]!;
      if (up > reach) continue;
      const half = Math.floor(Math.sqrt(reach * reach - up * up));
      marks[Math.max(0, column - half)]! += 1;
      marks[Math.min(width, column + half + 1)]! -= 1;
    }
    let covering = 0;
    for (let column = 0; column < width; column += 1) {
      covering += marks[column]!;
      if (covering > 0) grown[start + column] = near;
    }
  }
  return grown;
}

/**
 * Returns, for each pixel, the vertical distance in px to the nearest source pixel; more than `most` if none is near.
 */
function verticalDistances(
  plane: Uint8Array,
  width: number,
  height: number,
  most: number,
  isFrom: (value: number) => boolean,
): Uint16Array {
  const none = most + 1;
  const away = new Uint16Array(plane.length).fill(none);
  for (let at = 0; at < plane.length; at += 1) {
    if (isFrom(plane[at]!)) away[at] = 0;
    else if (at >= width) away[at] = Math.min(none, away[at - width]! + 1);
  }
  for (let at = width * (height - 1) - 1; at >= 0; at -= 1) {
    away[at] = Math.min(away[at]!, away[at + width]! + 1);
  }
  return away;
}
