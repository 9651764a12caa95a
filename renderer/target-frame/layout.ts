import type { AgentVersion } from '#shared/agents/index.ts';
import type { TargetFrame } from '#shared/agents/shape.ts';
import type { Size } from '#shared/pictures.ts';
import type { Box, Point } from '../viewer/view.ts';
import { moved, resized, startOf, type Axis, type AxisLimits, type Held } from './axis.ts';

/**
 * A photo in its target frame, in px of the final image. The functions of this file convert typed values to a layout
 * and back, and change a layout.
 */
export interface Layout {
  readonly x: Axis;
  readonly y: Axis;
}

/** Positions, in px of the frame, of the lines that a move has snapped to; null if it has snapped to none. */
export interface Guides {
  readonly x: number | null;
  readonly y: number | null;
}

export interface Limits {
  readonly x: AxisLimits;
  readonly y: AxisLimits;
}

/** The edges of the frame that move: -1 for the left (top) edge, 1 for the right (bottom) edge, 0 for none. */
export interface Edges {
  readonly x: -1 | 0 | 1;
  readonly y: -1 | 0 | 1;
}

export const noGuides: Guides = { x: null, y: null };

/** Larger frames than this multiple of the longest valid frame are not drawn; their fields report the problem. */
const SHOWN = 4;
/** The view zooms in if its content fills less than this share of the visible area. */
const ROOMY = 0.55;
/** Share of the view that stays free on each side, for the handles. */
const MARGIN = 0.07;

/** Reads the limits of an agent's frame from the catalogue. Throws if the catalogue has no such limits. */
export function limitsOf({ name, params }: AgentVersion, frame: TargetFrame): Limits {
  const boundsOf = (wanted: string) => {
    const kind = params.find((parameter) => parameter.name === wanted)?.kind;
    if (kind?.type !== 'integer') throw new Error(`${name} has no numeric parameter ${wanted}`);
    return kind;
  };
  const of = (length: string, place: string): AxisLimits => {
    const longest = boundsOf(length).max;
    const most = boundsOf(place).max;
    if (typeof longest !== 'number' || typeof most !== 'object') {
      throw new Error(`${name} has no limits for a frame`);
    }
    return { longest, kept: -most.plus };
  };
  return { x: of(frame.width, frame.left), y: of(frame.height, frame.top) };
}

/** Returns the layout of typed values, or null if they contain no frame that can be shown. */
export function layoutOf(
  frame: TargetFrame,
  values: Readonly<Record<string, unknown>>,
  photo: Size,
  limits: Limits,
): Layout | null {
  const axis = (length: string, place: string, size: number, { longest }: AxisLimits) => {
    const target = values[length];
    const at = values[place];
    const most = longest * SHOWN;
    if (!isWhole(target) || target < 1 || target > most) return null;
    return { target, photo: size, at: isWhole(at) && Math.abs(at) <= most + size ? at : null };
  };
  const x = axis(frame.width, frame.left, photo.width, limits.x);
  const y = axis(frame.height, frame.top, photo.height, limits.y);
  return x === null || y === null ? null : { x, y };
}

/** Returns the values of a layout by parameter; undefined for a parameter that must not be sent. */
export function valuesOfLayout(
  frame: TargetFrame,
  { x, y }: Layout,
): readonly (readonly [name: string, value: number | undefined])[] {
  return [
    [frame.width, x.target],
    [frame.height, y.target],
    [frame.left, x.at ?? undefined],
    [frame.top, y.at ?? undefined],
  ];
}

/** Checks whether the service would reject a layout. */
export function isOutside({ x, y }: Layout, limits: Limits): boolean {
  const is = (axis: Axis, { longest, kept }: AxisLimits) => {
    const at = startOf(axis);
    const isPhotoOut = at < kept - axis.photo || at > axis.target - kept;
    return axis.target > longest || (axis.at !== null && isPhotoOut);
  };
  return is(x, limits.x) || is(y, limits.y);
}

/** Returns the position of the photo's top left corner in the frame. */
export function placeIn({ x, y }: Layout): Point {
  return { x: startOf(x), y: startOf(y) };
}

/** Moves the photo by a distance. `moved` explains `reach`. */
export function photoMoved(layout: Layout, by: Point, reach: number, limits: Limits): LayoutChange {
  return together(
    by.x === 0 ? kept(layout.x) : moved(layout.x, by.x, reach, limits.x),
    by.y === 0 ? kept(layout.y) : moved(layout.y, by.y, reach, limits.y),
  );
}

/** Moves edges of the frame. `resized` explains `reach`. */
export function edgesMoved(
  layout: Layout,
  edges: Edges,
  by: Point,
  reach: number,
  limits: Limits,
): LayoutChange {
  const move = (axis: Axis, edge: -1 | 0 | 1, px: number, most: AxisLimits) =>
    edge === 0 || px === 0
      ? kept(axis)
      : resized(axis, edge === 1 ? 'end' : 'begin', px, reach, most);
  return together(move(layout.x, edges.x, by.x, limits.x), move(layout.y, edges.y, by.y, limits.y));
}

/** Changes the frame's size around the photo. Moves the photo into the frame if the photo would be outside. */
export function sized({ x, y }: Layout, { width, height }: Size, limits: Limits): Layout {
  const of = (axis: Axis, target: number, most: AxisLimits): Axis =>
    axis.at === null ? { ...axis, target } : moved({ ...axis, target }, 0, 0, most).axis;
  return { x: of(x, width, limits.x), y: of(y, height, limits.y) };
}

/**
 * Returns `before` with the photo scaled around its middle to the size in `after`. Moves the photo into the frame if
 * the photo would be outside.
 */
export function scaled(before: Layout, after: Layout, limits: Limits): Layout {
  const of = (was: Axis, { photo }: Axis, most: AxisLimits): Axis => {
    if (was.at === null) return { ...was, photo };
    const at = Math.round(was.at + (was.photo - photo) / 2);
    return moved({ ...was, photo, at }, 0, 0, most).axis;
  };
  return { x: of(before.x, after.x, limits.x), y: of(before.y, after.y, limits.y) };
}

/** The layout after a move, and the lines that the move has snapped to. */
export interface LayoutChange {
  readonly layout: Layout;
  readonly guides: Guides;
}

/** Returns the bounds of the frame and the photo together, in px from the top left corner of the frame. */
export function reachOf(layout: Layout): Box {
  const place = placeIn(layout);
  const left = Math.min(0, place.x);
  const top = Math.min(0, place.y);
  return {
    left,
    top,
    width: Math.max(layout.x.target, place.x + layout.x.photo) - left,
    height: Math.max(layout.y.target, place.y + layout.y.photo) - top,
  };
}

/**
 * Returns the area that the view shows. Keeps the previous area as long as it contains everything and is not
 * too large, so that the picture does not jump; otherwise returns a new area with space for the handles.
 */
export function roomFor(layout: Layout, before: Box | null): Box {
  const all = reachOf(layout);
  if (before !== null) {
    const isInside =
      all.left >= before.left &&
      all.top >= before.top &&
      all.left + all.width <= before.left + before.width &&
      all.top + all.height <= before.top + before.height;
    const share = Math.max(all.width / before.width, all.height / before.height);
    if (isInside && share >= ROOMY) return before;
  }
  const margin = Math.round(Math.max(all.width, all.height) * MARGIN);
  return {
    left: all.left - margin,
    top: all.top - margin,
    width: all.width + 2 * margin,
    height: all.height + 2 * margin,
  };
}

/** Returns a box relative to a point. */
export function seenFrom({ left, top, width, height }: Box, from: Point): Box {
  return { left: left - from.x, top: top - from.y, width, height };
}

/** Multiplies a box by a factor. */
export function magnified({ left, top, width, height }: Box, times: number): Box {
  return { left: left * times, top: top * times, width: width * times, height: height * times };
}

function together(x: Held, y: Held): LayoutChange {
  return { layout: { x: x.axis, y: y.axis }, guides: { x: x.guide, y: y.guide } };
}

function kept(axis: Axis): Held {
  return { axis, guide: null };
}

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value);
}
