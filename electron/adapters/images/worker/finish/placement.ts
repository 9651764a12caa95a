import type { FinishOutput, FinishPreset } from '#shared/finish/preset.ts';
import type { Size } from '#shared/pictures.ts';

/** An area in px of a picture. */
export interface Box extends Size {
  readonly left: number;
  readonly top: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Position and scale of a picture on a canvas: pixel `p` of the picture is drawn at `origin + p ×
 * scale` px of the canvas.
 */
export interface Placement {
  readonly canvas: Size;
  readonly scale: Point;
  readonly origin: Point;
}

/** The part of a picture that is visible on a canvas. */
export interface Cut {
  /** In px of the picture. */
  readonly part: Box;
  /** The part's size and position on the canvas. */
  readonly size: Size;
  readonly at: { readonly left: number; readonly top: number };
}

/** A scaled copy of a part of a picture. */
export interface Copied {
  readonly part: Box;
  readonly size: Size;
}

/**
 * Returns the placement in which the subject has the size and position that the preset asks for;
 * without a subject, the whole picture fits into the canvas.
 */
export function placementOf(
  picture: Size,
  subject: Box | null,
  { canvas: { aspect }, subject: rules }: Pick<FinishPreset, 'canvas' | 'subject'>,
  { longSide, enlarge }: Pick<FinishOutput, 'longSide' | 'enlarge'>,
): Placement {
  const box = subject ?? { left: 0, top: 0, ...picture };
  const shape = shapeOf(aspect ?? `${picture.width}:${picture.height}`);
  const room = subject === null ? { width: 1, height: 1 } : roomFor(rules, shape);
  // length in px of the canvas's long side if the picture keeps its own scale
  const natural = Math.max(
    box.width / (shape.width * room.width),
    box.height / (shape.height * room.height),
  );
  const wanted = longSide ?? natural;
  const scale = enlarge ? wanted / natural : Math.min(1, wanted / natural);
  const side = natural * scale;
  const canvas = { width: px(shape.width * side), height: px(shape.height * side) };
  const isGrounded = subject !== null && rules.align === 'ground';
  const bottom = box.top + box.height;
  const x = Math.round(canvas.width / 2 - (box.left + box.width / 2) * scale);
  const y = Math.round(
    isGrounded
      ? canvas.height * (1 - rules.ground) - bottom * scale
      : canvas.height / 2 - (box.top + box.height / 2) * scale,
  );
  return { canvas, scale: { x: scale, y: scale }, origin: { x, y } };
}

/** Returns the largest fraction of the canvas's width and height that the subject may take. */
function roomFor({ fill, margin, align, ground }: FinishPreset['subject'], shape: Size): Size {
  const border = margin * Math.min(shape.width, shape.height);
  const [beside, above] = [border / shape.width, border / shape.height];
  const below = align === 'ground' ? ground : above;
  return {
    width: Math.min(fill, 1 - 2 * beside),
    height: Math.max(0.05, Math.min(fill, 1 - above - below)),
  };
}

/** Returns an aspect ratio as a size whose long side is 1. */
function shapeOf(aspect: string): Size {
  const [width = 1, height = 1] = aspect.split(':').map(Number);
  const long = Math.max(width, height);
  return { width: width / long, height: height / long };
}

function px(length: number): number {
  return Math.max(1, Math.round(length));
}

/**
 * Returns the placement with which a scaled copy of a part of a picture looks the same as the picture.
 */
export function placementOfCopy(
  { canvas, scale, origin }: Placement,
  { part, size }: Copied,
): Placement {
  return {
    canvas,
    scale: { x: (scale.x * part.width) / size.width, y: (scale.y * part.height) / size.height },
    origin: { x: origin.x + part.left * scale.x, y: origin.y + part.top * scale.y },
  };
}

/** Number of px of the canvas by which the part of a picture exceeds what is drawn, because scaling mixes neighbours. */
const beside = 4;

/**
 * Returns the part of a picture that its canvas shows. `drawn`: the only area of the picture that is drawn, in its px;
 * null for all of it.
 */
export function cutOf(
  { canvas, scale, origin }: Placement,
  picture: Size,
  drawn: Box | null = null,
): Cut {
  const { left, top, width, height } = drawn ?? { left: 0, top: 0, ...picture };
  const across = cutAxis(origin.x, scale.x, canvas.width, picture.width, [left, left + width]);
  const down = cutAxis(origin.y, scale.y, canvas.height, picture.height, [top, top + height]);
  return {
    part: { left: across.from, top: down.from, width: across.length, height: down.length },
    size: { width: across.size, height: down.size },
    at: { left: across.at, top: down.at },
  };
}

function cutAxis(
  origin: number,
  scale: number,
  canvas: number,
  picture: number,
  [begin, finish]: readonly [number, number],
) {
  // a copy that differs by less than one px is not scaled again
  const isSame = Math.abs(scale - 1) * canvas < 1;
  const [start, factor] = isSame ? [Math.round(origin), 1] : [origin, scale];
  const rounding = 1e-6;
  // first and last px of the canvas that are needed
  const first = Math.max(0, Math.floor(start + begin * factor) - beside);
  const last = Math.min(canvas, Math.ceil(start + finish * factor) + beside);
  // the picture's px are smaller here, so the nearest one matches best
  const [before, after] = factor < 1 ? [Math.round, Math.round] : [Math.floor, Math.ceil];
  const from = within(before((first - start) / factor + rounding), 0, picture - 1);
  const to = within(after((last - start) / factor - rounding), from + 1, picture);
  const at = within(Math.round(start + from * factor), 0, canvas - 1);
  const end = within(Math.round(start + to * factor), at + 1, canvas);
  return { from, length: to - from, at, size: end - at };
}

function within(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

/** Returns the smallest box that contains all `boxes`. */
export function around(boxes: readonly Box[]): Box {
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const right = Math.max(...boxes.map((box) => box.left + box.width));
  const bottom = Math.max(...boxes.map((box) => box.top + box.height));
  return { left, top, width: right - left, height: bottom - top };
}
