import type { Place } from '#shared/mask/pen.ts';
import { paintOn } from '#shared/mask/raster.ts';
import type { Size } from '#shared/pictures.ts';
import type { Box } from '../../viewer/view.ts';
import { boundsOfStroke } from './bounds.ts';
import type { Begun } from './messages.ts';

/** Numbers of a point of a stroke. */
const POINT = 3;

/** A stroke under way: painted on the plane part by part, which comes to the same as all at once. */
export interface Live {
  readonly begun: Begun;
  readonly points: readonly number[];
  add(points: readonly number[]): void;
  /** Paints what has come since; px of the photo within which it did, null where nothing had. */
  paint(plane: Uint8Array, place: Place, photo: Size): Box | null;
  /** Paints all of it anew the next time. */
  again(): void;
}

export function createLive(begun: Begun): Live {
  const points: number[] = [];
  let painted = 0;
  return {
    begun,
    points,
    add(more) {
      for (const number of more) points.push(number);
    },
    paint(plane, place, photo) {
      if (painted === points.length) return null;
      // the way from the last point to the next one is painted with the next one
      const part = points.slice(Math.max(0, painted - POINT));
      painted = points.length;
      const { combine, hardness } = begun;
      paintOn(plane, place, { kind: 'stroke', combine, hardness, points: part }, photo);
      return boundsOfStroke(part);
    },
    again() {
      painted = 0;
    },
  };
}
