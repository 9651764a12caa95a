import type { Window } from './pen.ts';

/** Number of box blurs, which together approximate a Gaussian blur. */
const PASSES = 3;

/** Returns the distance in px within which other pixels affect a pixel when a mask is feathered with this radius. */
export function reachOfFeather(radius: number): number {
  return PASSES * halfOf(radius);
}

/** Returns the number of px on each side in a box blur; the Gaussian's standard deviation is half the radius. */
function halfOf(radius: number): number {
  return Math.max(1, Math.round((Math.sqrt(radius * radius + 1) - 1) / 2));
}

/** Fades edges over about `radius` px on both sides. Pixels outside the plane are treated like those at its border. */
export function feather(plane: Uint8Array, { width, height }: Window, radius: number): Uint8Array {
  const half = halfOf(radius);
  let from: Uint8Array = plane;
  for (let pass = 0; pass < PASSES; pass += 1) {
    const across = means(from, width, height, 1, width, half);
    from = means(across, height, width, width, 1, half);
  }
  return from;
}

/** Returns the mean of the `2 * half + 1` values around each of `length` pixels in `count` lines. */
function means(
  plane: Uint8Array,
  length: number,
  count: number,
  step: number,
  stride: number,
  half: number,
): Uint8Array {
  const into = new Uint8Array(plane.length);
  const over = 2 * half + 1;
  for (let line = 0; line < count; line += 1) {
    const start = line * stride;
    const last = start + (length - 1) * step;
    const at = (index: number) => plane[Math.min(Math.max(start + index * step, start), last)]!;
    let sum = 0;
    for (let index = -half; index <= half; index += 1) sum += at(index);
    for (let index = 0; index < length; index += 1) {
      into[start + index * step] = Math.round(sum / over);
      sum += at(index + half + 1) - at(index - half);
    }
  }
  return into;
}
