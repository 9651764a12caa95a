import type { Place } from '#shared/mask/pen.ts';
import { paintOn } from '#shared/mask/raster.ts';
import type { Size } from '#shared/pictures.ts';
import type { Box } from '../../viewer/view.ts';
import type { Pixels } from '../areas/pixels.ts';
import { boundsOfStroke } from './bounds.ts';
import { createEdges } from './edges.ts';
import type { StrokeStyle } from './messages.ts';

/** Numbers per point of a stroke. */
const POINT = 3;

/** A stroke in progress, painted in parts with the same result as painting it whole. */
export interface Live {
  readonly style: StrokeStyle;
  readonly points: readonly number[];
  add(points: readonly number[]): void;
  /** Paints the new points. Returns the part of the photo in which it painted, px; null without new points. */
  paint(plane: Uint8Array, place: Place): Box | null;
  /** Repaints the whole stroke the next time. */
  again(): void;
  /** The cells found so far, for a stroke of the edge brush. */
  readonly found: Uint8Array | null;
}

/** @param pixels the photo's pixels, for a stroke that compares colours; null until received */
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
    // the segment from the last point is painted together with the next point
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
