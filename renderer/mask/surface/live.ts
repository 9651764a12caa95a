import type { Place } from '#shared/mask/pen.ts';
import { paintOn } from '#shared/mask/raster.ts';
import type { Size } from '#shared/pictures.ts';
import type { Box } from '../../viewer/view.ts';
import type { Pixels } from '../areas/pixels.ts';
import { boundsOfStroke } from './bounds.ts';
import { createEdges } from './edges.ts';
import type { StrokeStyle } from './messages.ts';

/** Numbers per point of a stroke: x, y and radius. */
const POINT = 3;

/** A stroke in progress that is painted in parts, with the same result as if the whole stroke were painted at once. */
export interface Live {
  readonly style: StrokeStyle;
  readonly points: readonly number[];
  add(points: readonly number[]): void;
  /**
   * Paints the new points. Returns the painted part of the photo in px; null if there are no new
   * points.
   */
  paint(plane: Uint8Array, place: Place): Box | null;
  /** Makes the next `paint` repaint the whole stroke. */
  again(): void;
  /** The cells found so far by a stroke of the edge brush; null for other brushes. */
  readonly found: Uint8Array | null;
}

/** @param pixels The photo's pixels, for a stroke that compares colours; null until received. */
export function createLive(style: StrokeStyle, photo: Size, pixels: Pixels | null): Live {
  const { combine, hardness, tolerance } = style;
  const edges =
    tolerance === null || pixels === null
      ? null
      : createEdges(pixels, photo, tolerance, combine === 'subtract' ? 'subtract' : 'add');
  const points: number[] = [];
  let painted = 0;

  function paint(plane: Uint8Array, place: Place): Box | null {
    const from = painted;
    painted = points.length;
    if (tolerance !== null) return edges?.paint(plane, place, points.slice(from)) ?? null;
    if (from === painted) return null;
    // starts with the last painted point, because the segment from this point to the first new point is missing
    const part = points.slice(Math.max(0, from - POINT));
    paintOn(plane, place, { kind: 'stroke', combine, hardness, points: part }, photo);
    return boundsOfStroke(part);
  }

  return {
    style,
    points,
    add(more) {
      for (const number of more) points.push(number);
    },
    paint,
    again() {
      if (edges === null) painted = 0;
      else edges.again();
    },
    get found() {
      return edges?.cells ?? null;
    },
  };
}
