import type { Place } from '#shared/mask/pen.ts';
import type { Size } from '#shared/pictures.ts';
import { colouristOf, type Colourist } from './colour.ts';
import { createPlanes, type Planes } from './planes.ts';
import type { VisibleArea } from './seen.ts';

/** The visible area of a mask, and its pixels. */
export interface View {
  readonly seen: VisibleArea;
  readonly number: number;
  readonly planes: Planes;
  readonly place: Place;
  readonly colourist: Colourist;
}

/** Length of the long side of the small picture of the whole mask in px. */
const OVERVIEW = 512;

/** @param now Returns the time in ms. */
export function viewOf(photo: Size, seen: VisibleArea, number: number, now: () => number): View {
  const { size, window } = seen;
  const place = {
    window,
    scaleX: size.width / photo.width,
    scaleY: size.height / photo.height,
  };
  const planes = createPlanes(photo, seen, now);
  return { seen, number, planes, place, colourist: colouristOf(seen) };
}

/** Returns a small view of the whole mask. */
export function overviewOf(photo: Size, now: () => number): View {
  const scale = Math.min(1, OVERVIEW / Math.max(photo.width, photo.height));
  const width = Math.max(1, Math.round(photo.width * scale));
  const height = Math.max(1, Math.round(photo.height * scale));
  const whole = { x: 0, y: 0, width, height };
  const seen: VisibleArea = {
    size: { width, height },
    window: whole,
    area: whole,
    left: 0,
    top: 0,
    scaleX: 1,
    scaleY: 1,
  };
  return viewOf(photo, seen, 0, now);
}
