/** Rounds a position to a tenth of a px, which is precise enough for any pointer and keeps saved masks small. */
export function rounded(value: number): number {
  return Math.round(value * 10) / 10 + 0;
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Returns the distance between two points, in px of the photo. */
export function distance(one: Place, other: Place): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

/** Minimum length of a drag in device px; a shorter drag is a click. */
export const LEAST_DRAG = 3;
