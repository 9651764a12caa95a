/**
 * Renders any part of a mask document at any size: a screen renders only the visible part, and a file is written in
 * bands. Values range from 0 (generated) to 255 (kept).
 */
import {
  counted,
  isPaint,
  type Feather,
  type Grow,
  type MaskDocument,
  type Paint,
  type Whole,
} from './document.ts';
import type { Size } from '../pictures.ts';
import { feather, reachOfFeather } from './feather.ts';
import { grow } from './grow.ts';
import { paintPath } from './path.ts';
import { penOn, type Pen, type Place, type Window } from './pen.ts';
import { paintRegion } from './region.ts';
import { paintShape } from './shape.ts';
import { paintStroke } from './stroke.ts';

/**
 * Returns the part `window` of the mask, rendered at `size` px: a value for each pixel, line by line. The window must
 * be inside the size.
 */
export function rasterise(document: MaskDocument, size: Size, window: Window): Uint8Array {
  const scaleX = size.width / document.width;
  const scaleY = size.height / document.height;
  const operations = counted(document);

  /** Renders the first `count` operations in a window. */
  function made(count: number, part: Window): Uint8Array {
    const paints: Paint[] = [];
    let at = count;
    let plane: Uint8Array | null = null;
    while (plane === null && at > 0) {
      at -= 1;
      const each = operations[at];
      if (each === undefined) break;
      if (isPaint(each)) paints.push(each);
      else plane = after(each, at, part);
    }
    plane ??= new Uint8Array(part.width * part.height);
    const place: Place = { window: part, scaleX, scaleY };
    for (const each of paints.toReversed()) paintOn(plane, place, each, document);
    return plane;
  }

  /** Renders the first `count` operations, followed by an operation that affects the whole mask. */
  function after(operation: Grow | Feather | Whole, count: number, part: Window): Uint8Array {
    switch (operation.kind) {
      case 'fill':
        return new Uint8Array(part.width * part.height).fill(255);
      case 'clear':
        return new Uint8Array(part.width * part.height);
      case 'invert':
        return made(count, part).map((value) => 255 - value);
      case 'grow': {
        const by = operation.by * scaleX;
        return around(count, part, Math.ceil(Math.abs(by)), (plane, wider) =>
          grow(plane, wider, by),
        );
      }
      case 'feather': {
        const radius = operation.radius * scaleX;
        return around(count, part, reachOfFeather(radius), (plane, wider) =>
          feather(plane, wider, radius),
        );
      }
    }
  }

  /** Renders a window enlarged by `reach`, applies `work` to it, and crops the result to the window. */
  function around(
    count: number,
    part: Window,
    reach: number,
    work: (plane: Uint8Array, wider: Window) => Uint8Array,
  ): Uint8Array {
    const x = Math.max(0, part.x - reach);
    const y = Math.max(0, part.y - reach);
    const wider = {
      x,
      y,
      width: Math.min(size.width, part.x + part.width + reach) - x,
      height: Math.min(size.height, part.y + part.height + reach) - y,
    };
    const plane = work(made(count, wider), wider);
    if (wider.width === part.width && wider.height === part.height) return plane;
    const cut = new Uint8Array(part.width * part.height);
    for (let row = 0; row < part.height; row += 1) {
      const from = (part.y - y + row) * wider.width + part.x - x;
      cut.set(plane.subarray(from, from + part.width), row * part.width);
    }
    return cut;
  }

  return made(operations.length, window);
}

/** Paints an operation onto a plane. */
export function paintOn(plane: Uint8Array, place: Place, paint: Paint, photo: Size): void {
  if (paint.combine === 'replace') plane.fill(0);
  if (paint.combine !== 'intersect') {
    const way = paint.combine === 'subtract' ? 'subtract' : 'add';
    return draw(penOn(plane, place, way), paint, photo);
  }
  const other = new Uint8Array(plane.length);
  draw(penOn(other, place, 'add'), paint, photo);
  for (let at = 0; at < plane.length; at += 1) {
    if (other[at]! < plane[at]!) plane[at] = other[at]!;
  }
}

function draw(pen: Pen, paint: Paint, photo: Size): void {
  switch (paint.kind) {
    case 'stroke':
      return paintStroke(pen, paint);
    case 'path':
      return paintPath(pen, paint);
    case 'region':
      return paintRegion(pen, paint, photo);
    case 'rectangle':
    case 'ellipse':
      return paintShape(pen, paint);
  }
}
