import type { Operation } from '#shared/mask/document.ts';
import type { Window } from '#shared/mask/pen.ts';
import type { Box } from '../../viewer/view.ts';
import { around } from '../areas/circle.ts';

/**
 * Returns the part of the photo, in px, in which an operation changes the mask; null if it may
 * change the mask anywhere.
 */
export function boundsOf(operation: Operation): Box | null {
  if (!('combine' in operation) || operation.combine === 'intersect') return null;
  switch (operation.kind) {
    case 'stroke':
      return boundsOfStroke(operation.points);
    case 'path':
      return boundsOfPoints(operation.points, 2, () => 0);
    case 'rectangle':
    case 'ellipse': {
      const { x, y, width, height } = operation;
      return { left: x, top: y, width, height };
    }
    case 'region':
      return null;
  }
}

/** Returns the bounds of a stroke in px of the photo. `points` holds x, y and radius of each point. */
export function boundsOfStroke(points: readonly number[]): Box {
  return boundsOfPoints(points, 3, (at) => points[at + 2]!);
}

function boundsOfPoints(
  points: readonly number[],
  step: number,
  reach: (at: number) => number,
): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at + step <= points.length; at += step) {
    const around = reach(at);
    left = Math.min(left, points[at]! - around);
    right = Math.max(right, points[at]! + around);
    top = Math.min(top, points[at + 1]! - around);
    bottom = Math.max(bottom, points[at + 1]! + around);
  }
  return { left, top, width: right - left, height: bottom - top };
}

/** Returns the smallest rectangle that contains both rectangles. */
export function joined(one: Window | null, other: Window | null): Window | null {
  if (one === null || other === null) return one ?? other;
  return around(one, other);
}
