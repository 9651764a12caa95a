/** To a tenth of a px: finer than any eye or hand, and short when it is written down. */
export function rounded(value: number): number {
  return Math.round(value * 10) / 10 + 0;
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/** px of the photo between two places. */
export function distance(one: Place, other: Place): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

/** Device px that a pointer must be moved by for a drag; less is a click. */
export const LEAST_DRAG = 3;
