import type { Window } from '#shared/mask/pen.ts';

/** Maximum distance between two dabs of a brush, as a share of the radius. */
const SPACING = 1 / 3;

/** A dab of a brush: centre and radius, in cells of the photo. */
export interface Circle {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** Returns the dabs along a straight line, without the dab at its start. */
export function way(from: Circle, to: Circle): Circle[] {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const count = Math.max(1, Math.ceil(length / (SPACING * Math.min(from.radius, to.radius))));
  const between = (one: number, other: number, part: number) => one + (other - one) * part;
  return Array.from({ length: count }, (_, n) => {
    const part = (n + 1) / count;
    return {
      x: between(from.x, to.x, part),
      y: between(from.y, to.y, part),
      radius: between(from.radius, to.radius, part),
    };
  });
}

/** Returns the part of a photo that a circle touches. */
export function windowOf({ x, y, radius }: Circle, width: number, height: number): Window {
  const left = Math.max(0, Math.floor(x - radius));
  const top = Math.max(0, Math.floor(y - radius));
  return {
    x: left,
    y: top,
    width: Math.min(width, Math.floor(x + radius) + 1) - left,
    height: Math.min(height, Math.floor(y + radius) + 1) - top,
  };
}

/**
 * Returns the columns in one line of a rectangle of cells whose centres are inside a circle, as first and end; the end
 * is exclusive.
 */
export function columnsIn(
  window: Window,
  { x, y, radius }: Circle,
  row: number,
): readonly [number, number] {
  const down = window.y + row + 0.5 - y;
  const rest = radius ** 2 - down ** 2;
  if (rest < 0) return [0, 0];
  const half = Math.sqrt(rest);
  return [
    Math.max(0, Math.ceil(x - half - 0.5) - window.x),
    Math.min(window.width, Math.floor(x + half - 0.5) + 1 - window.x),
  ];
}

/** Returns the indices of the cells in a rectangle whose centres are inside a circle. */
export function cellsIn(window: Window, circle: Circle): number[] {
  return Array.from({ length: window.height }, (_, row) => {
    const [first, end] = columnsIn(window, circle, row);
    return Array.from({ length: end - first }, (__, n) => row * window.width + first + n);
  }).flat();
}

/** Returns the smallest rectangle that contains both rectangles. */
export function around(one: Window, other: Window): Window {
  const x = Math.min(one.x, other.x);
  const y = Math.min(one.y, other.y);
  return {
    x,
    y,
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  };
}
