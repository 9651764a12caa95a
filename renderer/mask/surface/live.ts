import type { Place } from '#shared/mask/pen.ts';
import { paintOn } from '#shared/mask/raster.ts';
import type { Size } from '#shared/pictures.ts';
import type { Box } from '../../viewer/view.ts';
import type { Pixels } from '../areas/pixels.ts';
import { boundsOfStroke } from './bounds.ts';
import { createEdges } from './edges.ts';
import type { Begun } from './messages.ts';

/** Numbers of a point of a stroke. */
const POINT = 3;

/** A stroke under way: painted on the plane part by part, which comes to the same as all at once. */
export interface Live {
  readonly begun: Begun;
  readonly points: readonly number[];
  add(points: readonly number[]): void;
  /** Paints what has come since; px of the photo within which it did, null where nothing had. */
  paint(plane: Uint8Array, place: Place): Box | null;
  /** Paints all of it anew the next time. */
  again(): void;
  /** The cells that it has found, where it keeps to edges. */
  readonly found: Uint8Array | null;
}

/** @param pixels the photo's colours, for a stroke that goes by them; null where they have not come */
export function createLive(begun: Begun, photo: Size, pixels: Pixels | null): Live {
  const { combine, hardness, tolerance } = begun;
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
    // the way from the last point to the next one is painted with the next one
    const part = points.slice(Math.max(0, from - POINT));
    paintOn(plane, place, { kind: 'stroke', combine, hardness, points: part }, photo);
    return boundsOfStroke(part);
  }

  return {
    begun,
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
