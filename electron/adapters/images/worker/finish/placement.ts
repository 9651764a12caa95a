import type { FinishOutput, FinishPreset } from '#shared/finish/preset.ts';
import type { Size } from '#shared/pictures.ts';

/** An area in px of a picture. */
export interface Box extends Size {
  readonly left: number;
  readonly top: number;
}

/** Where a scaled picture lies on a canvas. */
export interface Placement {
  readonly canvas: Size;
  /** Size of the whole picture after scaling. */
  readonly scaled: Size;
  /** The part of the scaled picture that is visible. */
  readonly visible: Box;
  /** Position of the visible part on the canvas. */
  readonly at: { readonly left: number; readonly top: number };
}

/**
 * Returns where a picture lies on the canvas so that its subject has the size and the place that the preset
 * asks for; without a subject, the whole picture fits into the canvas.
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
  // px of the canvas's long side at the picture's own scale
  const natural = Math.max(
    box.width / (shape.width * room.width),
    box.height / (shape.height * room.height),
  );
  const wanted = longSide ?? natural;
  const scale = enlarge ? wanted / natural : Math.min(1, wanted / natural);
  const side = natural * scale;
  const canvas = { width: px(shape.width * side), height: px(shape.height * side) };
  const scaled = { width: px(picture.width * scale), height: px(picture.height * scale) };
  const isGrounded = subject !== null && rules.align === 'ground';
  const bottom = box.top + box.height;
  const left = Math.round(canvas.width / 2 - (box.left + box.width / 2) * scale);
  const top = Math.round(
    isGrounded
      ? canvas.height * (1 - rules.ground) - bottom * scale
      : canvas.height / 2 - (box.top + box.height / 2) * scale,
  );
  return { canvas, scaled, ...overlap(canvas, scaled, { left, top }) };
}

/** Returns the largest part of the canvas's width and height that the subject may take. */
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

function overlap(
  canvas: Size,
  scaled: Size,
  { left, top }: { readonly left: number; readonly top: number },
): Pick<Placement, 'visible' | 'at'> {
  const at = { left: Math.max(0, left), top: Math.max(0, top) };
  const right = Math.min(canvas.width, left + scaled.width);
  const bottom = Math.min(canvas.height, top + scaled.height);
  const visible = {
    left: at.left - left,
    top: at.top - top,
    width: Math.max(1, right - at.left),
    height: Math.max(1, bottom - at.top),
  };
  return { visible, at };
}

function px(length: number): number {
  return Math.max(1, Math.round(length));
}
