import type { Window } from './pen.ts';

/** Means over a square one after the other, which together come close to a bell. */
const PASSES = 3;

/** px over which a feather of a radius looks. */
export function reachOfFeather(radius: number): number {
  return PASSES * halfOf(radius);
}

/** px to each side of a pixel that a mean goes over: the bell has half the radius as its deviation. */
function halfOf(radius: number): number {
  return Math.max(1, Math.round((Math.sqrt(radius * radius + 1) - 1) / 2));
}

/** Fades edges over about `radius` px to both sides. Beyond the plane all is as at its border. */
export function feather(plane: Uint8Array, { width, height }: Window, radius: number): Uint8Array {
  const half = halfOf(radius);
  let from: Uint8Array = plane;
  for (let pass = 0; pass < PASSES; pass += 1) {
    const across = means(from, width, height, 1, width, half);
    from = means(across, height, width, width, 1, half);
  }
  return from;
}

/** The mean of the `2 * half + 1` values around each of `length` in `count` lines. */
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
