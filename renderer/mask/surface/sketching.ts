import type { Sketch } from '../tools/tool.ts';
import type { Point } from '../../viewer/view.ts';

/** The cursor of the brush at the pointer's position. */
export interface Cursor extends Point {
  /** Radius of the brush in device px. */
  readonly radius: number;
  /** 0 to 1; determines the size of the dashed circle. */
  readonly hardness: number;
}

/** Converts px of the photo to device px of the pane. */
export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly zoom: number;
  /** Device px per CSS px. */
  readonly ratio: number;
}

type Context = CanvasRenderingContext2D;

const LIGHT = 'rgb(255 255 255 / 95%)';
const DARK = 'rgb(0 0 0 / 55%)';
const VEIL = 'rgb(255 255 255 / 30%)';
/** Lengths of a dash and a gap in CSS px. */
const DASHES = [5, 4];
const CORNER = 3;
const CROSS = 4;
/** Brush radius in device px below which a cross marks the position. */
const TINY = 3;

/** Draws the sketch of the current gesture. */
export function drawSketch(context: Context, sketch: Sketch, frame: Frame): void {
  const { left, top, zoom, ratio } = frame;
  const x = (value: number) => left + value * zoom;
  const y = (value: number) => top + value * zoom;
  switch (sketch.kind) {
    case 'stroke':
    case 'edges':
      return veil(context, sketch.stroke.points, frame);
    case 'rectangle':
    case 'ellipse': {
      const [width, height] = [sketch.width * zoom, sketch.height * zoom];
      const [fromX, fromY] = [x(sketch.x), y(sketch.y)];
      context.beginPath();
      if (sketch.kind === 'rectangle') context.rect(fromX, fromY, width, height);
      else {
        const [halfX, halfY] = [width / 2, height / 2];
        context.ellipse(fromX + halfX, fromY + halfY, halfX, halfY, 0, 0, 2 * Math.PI);
      }
      return outline(context, ratio, true);
    }
    case 'line': {
      const { points, hasCorners } = sketch;
      context.beginPath();
      for (let at = 0; at + 1 < points.length; at += 2) {
        context.lineTo(x(points[at]!), y(points[at + 1]!));
      }
      outline(context, ratio, true);
      if (!hasCorners) return;
      const half = CORNER * ratio;
      for (let at = 0; at + 1 < points.length; at += 2) {
        context.beginPath();
        context.rect(x(points[at]!) - half, y(points[at + 1]!) - half, 2 * half, 2 * half);
        context.fillStyle = LIGHT;
        context.fill();
        outline(context, ratio, false);
      }
    }
  }
}

/** Draws the path of a stroke whose result is known only after the stroke has ended. */
function veil(context: Context, points: readonly number[], { left, top, zoom }: Frame): void {
  context.beginPath();
  for (let at = 0; at + 2 < points.length; at += 3) {
    context.lineTo(left + points[at]! * zoom, top + points[at + 1]! * zoom);
  }
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.lineWidth = 2 * (points.at(-1) ?? 0) * zoom;
  context.strokeStyle = VEIL;
  context.stroke();
}

/** Draws the brush: a circle of its size, and a dashed circle around the part with full hardness. */
export function drawCursor(context: Context, cursor: Cursor, ratio: number): void {
  const { x, y, radius, hardness } = cursor;
  const circle = (around: number) => {
    context.beginPath();
    context.arc(x, y, around, 0, 2 * Math.PI);
  };
  circle(radius);
  outline(context, ratio, false);
  if (hardness > 0 && hardness < 1 && radius * hardness > TINY) {
    circle(radius * hardness);
    outline(context, ratio, true);
  }
  if (radius > TINY) return;
  const reach = radius + CROSS * ratio;
  context.beginPath();
  for (const [acrossX, acrossY] of [
    [1, 0],
    [0, 1],
  ] as const) {
    context.moveTo(x - reach * acrossX, y - reach * acrossY);
    context.lineTo(x + reach * acrossX, y + reach * acrossY);
  }
  outline(context, ratio, false);
}

/** Draws a light line on a dark one, so that the outline is visible on every photo. */
function outline(context: Context, ratio: number, isDashed: boolean): void {
  context.lineWidth = 3 * ratio;
  context.strokeStyle = DARK;
  context.stroke();
  context.lineWidth = 1.25 * ratio;
  context.strokeStyle = LIGHT;
  if (isDashed) context.setLineDash(DASHES.map((length) => length * ratio));
  context.stroke();
  context.setLineDash([]);
}
