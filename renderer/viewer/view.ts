import { gridOf, levelsOf, PROXY, TILE, type Size, type Tile } from '#shared/pictures.ts';

/**
 * What part of a picture is seen, and how large: pure functions of the view, the frame (the photo's
 * size in px, which results are laid over) and the pane (what is there for it, in device px).
 */
export interface View {
  /** Device px per px of the frame; null: as large as fits. */
  readonly zoom: number | null;
  /** px of the frame from its middle to the middle of the pane. */
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

/** The view after a change, for a frame and the place that the change is about, device px in the pane. */
export type ViewChange = (frame: Size, at: Point) => View;

export const fitted: View = { zoom: null, x: 0, y: 0 };

/** Bounds of the zoom; a frame that only fits below the least is shown whole all the same. */
const LEAST = 0.05;
const MOST = 16;
/** Device px that are left around a picture that fits. */
const MARGIN = 20;
/** Device px between two fingers. */
const LEAST_SPAN = 8;
/** The zooms that the keys go through. */
const STEPS = [0.05, 0.1, 0.17, 0.25, 0.33, 0.5, 0.67, 1, 1.5, 2, 3, 4, 6, 8, 12, 16];
/** Shapes that differ by less are the same, rounded. */
const SAME_SHAPE = 0.01;
/** How far a level is stretched before the finer one is asked for. */
const LENIENCE = 1.02;

/** The zoom at which the frame fits the pane, never above 1. */
export function fitZoom(frame: Size, pane: Size): number {
  const room = (length: number) => Math.max(1, length - 2 * MARGIN);
  return Math.min(1, room(pane.width) / frame.width, room(pane.height) / frame.height);
}

export function zoomOf({ zoom }: View, frame: Size, pane: Size): number {
  return zoom ?? fitZoom(frame, pane);
}

/** Where the frame lies in the pane, in whole device px, so that at 100 % each px is one of the photo. */
export function placeOf(view: View, frame: Size, pane: Size): Box {
  const zoom = zoomOf(view, frame, pane);
  return {
    left: Math.round(pane.width / 2 - (frame.width / 2 + view.x) * zoom),
    top: Math.round(pane.height / 2 - (frame.height / 2 + view.y) * zoom),
    width: frame.width * zoom,
    height: frame.height * zoom,
  };
}

/** Zooms so that what lies at `at`, device px in the pane, stays there. */
export function zoomedAt(view: View, frame: Size, pane: Size, at: Point, zoom: number): View {
  const before = zoomOf(view, frame, pane);
  const after = Math.min(MOST, Math.max(Math.min(LEAST, fitZoom(frame, pane)), zoom));
  const [dx, dy] = [at.x - pane.width / 2, at.y - pane.height / 2];
  return settled(
    { zoom: after, x: view.x + dx / before - dx / after, y: view.y + dy / before - dy / after },
    frame,
    pane,
  );
}

/** The next zoom of the keys, up (1) or down (-1). */
export function steppedAt(view: View, frame: Size, pane: Size, at: Point, way: 1 | -1): View {
  const now = zoomOf(view, frame, pane);
  const next =
    way === 1
      ? STEPS.find((step) => step > now * 1.01)
      : STEPS.findLast((step) => step < now * 0.99);
  return zoomedAt(view, frame, pane, at, next ?? now);
}

/** Moves the picture by device px. */
export function panned(view: View, frame: Size, pane: Size, by: Point): View {
  const zoom = zoomOf(view, frame, pane);
  return settled({ ...view, x: view.x - by.x / zoom, y: view.y - by.y / zoom }, frame, pane);
}

/** Two fingers, device px in the pane. */
export type Pinch = readonly [Point, Point];

/** Zooms and moves the picture with two fingers, so that what lies between them stays there. */
export function pinched(view: View, frame: Size, pane: Size, from: Pinch, to: Pinch): View {
  const [before, after] = [spanOf(from), spanOf(to)];
  // fingers that begin in one place have no distance to grow from
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

/** From fit to this zoom at a point, and from everything else to fit. */
export function toggled(view: View, frame: Size, pane: Size, at: Point, zoom: number): View {
  return view.zoom === null ? zoomedAt(view, frame, pane, at, zoom) : fitted;
}

/**
 * The view within its bounds: a frame that fits is in the middle, and the edges of a larger one come in
 * no further than they do when it fits. So a zoom in never has to let go of what is under the cursor.
 */
function settled(view: View, frame: Size, pane: Size): View {
  const slack = Math.max(0, 1 - fitZoom(frame, pane) / zoomOf(view, frame, pane)) / 2;
  const within = (value: number, most: number) => Math.min(most, Math.max(-most, value));
  return {
    zoom: view.zoom,
    x: within(view.x, frame.width * slack),
    y: within(view.y, frame.height * slack),
  };
}

/**
 * Where a picture of another size than the frame is laid over it, in px of the frame: over all of it
 * where the shapes are the same but for rounding, else as large as fits, in the middle.
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

/** The view when other surroundings of the picture are its frame, so that what is seen stays where it is. */
export function recentred(view: View, before: Box, after: Box): View {
  if (view.zoom === null) return view;
  const middle = ({ left, top, width, height }: Box) => ({
    x: left + width / 2,
    y: top + height / 2,
  });
  const [from, to] = [middle(before), middle(after)];
  return { ...view, x: view.x + from.x - to.x, y: view.y + from.y - to.y };
}

/** A box in px of the frame, in device px of the pane. */
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
 * The level of tiles that a picture is shown with where it fills `box` in the pane: the coarsest that has
 * a px for each of the pane; null where its proxy has enough of them.
 */
export function levelFor(picture: Size, box: Box): number | null {
  const scale = box.width / picture.width;
  const proxyScale = PROXY / Math.max(picture.width, picture.height);
  const levels = levelsOf(picture);
  if (levels === 0 || scale <= proxyScale * LENIENCE) return null;
  return Math.min(levels - 1, Math.max(0, Math.floor(Math.log2(LENIENCE / scale))));
}

/** The tiles of a level that are in the pane, those in the middle first. */
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

/** Where a tile lies in the pane, in whole device px, so that no seam shows between two of them. */
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
