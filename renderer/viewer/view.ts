import { gridOf, levelsOf, PROXY, TILE, type Size, type Tile } from '#shared/pictures.ts';

/**
 * Which part of a picture is visible, and at which zoom. In this file, the frame is the size of the photo in px, over
 * which results are laid. The pane is the space on screen, in device px.
 */
export interface View {
  /** Device px per px of the frame; null to fit the frame in the pane. */
  readonly zoom: number | null;
  /** Distance from the middle of the frame to the middle of the pane, in px of the frame. */
  readonly x: number;
  readonly y: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box extends Size {
  readonly left: number;
  readonly top: number;
}

/** The space on screen in which a picture is shown, in device px. */
export interface PaneSize extends Size {
  /** Width at the right edge that other content may cover. A fitted picture stays clear of it; by default 0. */
  readonly covered?: number;
}

/** Returns the view after a change. `at` is the point that the change starts from, in device px of the pane. */
export type ViewChange = (frame: Size, at: Point) => View;

export const fitted: View = { zoom: null, x: 0, y: 0 };

/** Minimum and maximum zoom. A frame that is too large to fit at the minimum zoom is fitted with a smaller zoom. */
const LEAST = 0.05;
const MOST = 16;
/** Margin in device px around a picture that is fitted in the pane. */
const MARGIN = 10;
/** Minimum distance in device px between two fingers for zooming. */
const LEAST_SPAN = 8;
/** The zoom levels that the keys step through. */
const STEPS = [0.05, 0.1, 0.17, 0.25, 0.33, 0.5, 0.67, 1, 1.5, 2, 3, 4, 6, 8, 12, 16];
/** Aspect ratios that differ by less than this count as equal, because sizes are rounded. */
const SAME_SHAPE = 0.01;
/** Tiles are enlarged by up to this factor; beyond it, tiles of the next finer level are used. */
const LENIENCE = 1.02;

/** Returns the zoom at which the frame fits the pane, never above 1. */
export function fitZoom(frame: Size, { width, height, covered = 0 }: PaneSize): number {
  const view = (length: number) => Math.max(1, length - 2 * MARGIN);
  return Math.min(1, view(width - covered) / frame.width, view(height) / frame.height);
}

/**
 * Returns the middle of the fitted frame in the pane. It is the middle of the pane, or further left if the frame would
 * reach the covered part. It does not depend on whether anything is covered now, so the picture never moves.
 */
function middleIn(pane: PaneSize, frame: Size): Point {
  const { width, height, covered = 0 } = pane;
  const clear = width - covered - MARGIN - (frame.width * fitZoom(frame, pane)) / 2;
  return { x: covered === 0 ? width / 2 : Math.min(width / 2, clear), y: height / 2 };
}

/** Returns the position of the middle of the fitted frame, from 0 to 1 of the pane's width; 0.5 until both are known. */
export function middleShare(pane: PaneSize, frame: Size | undefined): number {
  return frame === undefined || pane.width === 0 ? 0.5 : middleIn(pane, frame).x / pane.width;
}

export function zoomOf({ zoom }: View, frame: Size, pane: PaneSize): number {
  return zoom ?? fitZoom(frame, pane);
}

/**
 * Returns the frame's position in the pane, in whole device px, so that at 100 % each device px shows exactly
 * one px of the photo.
 */
export function placeOf(view: View, frame: Size, pane: PaneSize): Box {
  const zoom = zoomOf(view, frame, pane);
  const middle = middleIn(pane, frame);
  return {
    left: Math.round(middle.x - (frame.width / 2 + view.x) * zoom),
    top: Math.round(middle.y - (frame.height / 2 + view.y) * zoom),
    width: frame.width * zoom,
    height: frame.height * zoom,
  };
}

/** Zooms so that the point `at` stays in place; `at` is in device px of the pane. */
export function zoomedAt(view: View, frame: Size, pane: PaneSize, at: Point, zoom: number): View {
  const before = zoomOf(view, frame, pane);
  const after = Math.min(MOST, Math.max(Math.min(LEAST, fitZoom(frame, pane)), zoom));
  const middle = middleIn(pane, frame);
  const [dx, dy] = [at.x - middle.x, at.y - middle.y];
  return settled(
    { zoom: after, x: view.x + dx / before - dx / after, y: view.y + dy / before - dy / after },
    frame,
    pane,
  );
}

/** Zooms to the next zoom level of the keys, in (`way` 1) or out (-1). */
export function steppedAt(view: View, frame: Size, pane: PaneSize, at: Point, way: 1 | -1): View {
  const now = zoomOf(view, frame, pane);
  const next =
    way === 1
      ? STEPS.find((step) => step > now * 1.01)
      : STEPS.findLast((step) => step < now * 0.99);
  return zoomedAt(view, frame, pane, at, next ?? now);
}

/** Moves the picture by a distance in device px. */
export function panned(view: View, frame: Size, pane: PaneSize, by: Point): View {
  const zoom = zoomOf(view, frame, pane);
  return settled({ ...view, x: view.x - by.x / zoom, y: view.y - by.y / zoom }, frame, pane);
}

/** The positions of two fingers, device px in the pane. */
export type Pinch = readonly [Point, Point];

/** Zooms and moves the picture with two fingers, so that each finger stays on the same point of the picture. */
export function pinched(view: View, frame: Size, pane: PaneSize, from: Pinch, to: Pinch): View {
  const [before, after] = [spanOf(from), spanOf(to)];
  // the distance between fingers that start at the same point is too small to compute a zoom factor
  const by = before.length < LEAST_SPAN ? 1 : after.length / before.length;
  const zoomed = zoomedAt(view, frame, pane, before.middle, zoomOf(view, frame, pane) * by);
  const way = { x: after.middle.x - before.middle.x, y: after.middle.y - before.middle.y };
  return panned(zoomed, frame, pane, way);
}

function spanOf([one, other]: Pinch): { readonly length: number; readonly middle: Point } {
  return {
    length: Math.hypot(one.x - other.x, one.y - other.y),
    middle: { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 },
  };
}

/** Returns the fitted view or, if the view is fitted already, the view at the given zoom around a point. */
export function toggled(view: View, frame: Size, pane: PaneSize, at: Point, zoom: number): View {
  return view.zoom === null ? zoomedAt(view, frame, pane, at, zoom) : fitted;
}

/**
 * Limits how far the frame can be moved. A frame that fits the pane is centred; the edges of a larger frame can't move
 * further inwards than in the fitted view. Within these limits, zooming in never moves the point under the cursor.
 */
function settled(view: View, frame: Size, pane: PaneSize): View {
  const slack = Math.max(0, 1 - fitZoom(frame, pane) / zoomOf(view, frame, pane)) / 2;
  const within = (value: number, most: number) => Math.min(most, Math.max(-most, value));
  return {
    zoom: view.zoom,
    x: within(view.x, frame.width * slack),
    y: within(view.y, frame.height * slack),
  };
}

/**
 * Returns the position, in px of the frame, of another picture over the frame. If the aspect ratios are equal except
 * for rounding, the picture has the size of the frame. Otherwise, the picture is centred and as large as possible in
 * the frame.
 */
export function laidOver(frame: Size, picture: Size): Box {
  const across = frame.width / picture.width;
  const down = frame.height / picture.height;
  const scale = Math.min(across, down);
  const isSame = Math.abs(across / down - 1) < SAME_SHAPE;
  const width = isSame ? frame.width : picture.width * scale;
  const height = isSame ? frame.height : picture.height * scale;
  return { left: (frame.width - width) / 2, top: (frame.height - height) / 2, width, height };
}

/** Returns the view after the frame around the picture has changed. What is visible stays in place on screen. */
export function recentred(view: View, before: Box, after: Box): View {
  if (view.zoom === null) return view;
  const middle = ({ left, top, width, height }: Box) => ({
    x: left + width / 2,
    y: top + height / 2,
  });
  const [from, to] = [middle(before), middle(after)];
  return { ...view, x: view.x + from.x - to.x, y: view.y + from.y - to.y };
}

/** Converts a box from px of the frame to device px of the pane. */
export function inPane(box: Box, frame: Size, place: Box): Box {
  const scale = place.width / frame.width;
  return {
    left: place.left + box.left * scale,
    top: place.top + box.top * scale,
    width: box.width * scale,
    height: box.height * scale,
  };
}

/**
 * Returns the level of the tiles for a picture that fills `box` in the pane: the coarsest level with at least one px
 * per device px. Returns null if no tiles are needed, because the reduced version of the picture is large enough.
 */
export function levelFor(picture: Size, box: Box): number | null {
  const scale = box.width / picture.width;
  const proxyScale = PROXY / Math.max(picture.width, picture.height);
  const levels = levelsOf(picture);
  if (levels === 0 || scale <= proxyScale * LENIENCE) return null;
  return Math.min(levels - 1, Math.max(0, Math.floor(Math.log2(LENIENCE / scale))));
}

/** Returns the visible tiles of a level, starting with the tiles in the middle. */
export function seenTiles(picture: Size, box: Box, pane: Size, level: number): Tile[] {
  const { columns, rows } = gridOf(picture, level);
  const span = (TILE * 2 ** level * box.width) / picture.width;
  const range = (from: number, length: number, count: number) => {
    const first = Math.max(0, Math.floor(-from / span));
    const last = Math.min(count - 1, Math.ceil((length - from) / span) - 1);
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => first + n);
  };
  const fromMiddle = ({ x, y }: Tile) =>
    Math.hypot(
      box.left + (x + 0.5) * span - pane.width / 2,
      box.top + (y + 0.5) * span - pane.height / 2,
    );
  return range(box.top, pane.height, rows)
    .flatMap((y) => range(box.left, pane.width, columns).map((x) => ({ level, x, y })))
    .sort((a, b) => fromMiddle(a) - fromMiddle(b));
}

/** Returns the position of a tile in the pane, rounded to whole device px, so that there is no gap between tiles. */
export function tileBox({ level, x, y }: Tile, picture: Size, box: Box): Box {
  const span = TILE * 2 ** level;
  const across = box.width / picture.width;
  const down = box.height / picture.height;
  const left = Math.round(box.left + x * span * across);
  const top = Math.round(box.top + y * span * down);
  const right = Math.round(box.left + Math.min((x + 1) * span, picture.width) * across);
  const bottom = Math.round(box.top + Math.min((y + 1) * span, picture.height) * down);
  return { left, top, width: right - left, height: bottom - top };
}
