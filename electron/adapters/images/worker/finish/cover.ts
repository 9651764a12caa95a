import type { Size } from '#shared/pictures.ts';
import type { Outline } from './outline.ts';
import type { Placement } from './placement.ts';

/** A small grey picture of a whole photo, enlarged to the photo's scale on the canvas. */
export interface Enlarged {
  /** Fills row `y` of the visible part, counted from its top, with values from 0 to 255. */
  row(values: Float32Array, y: number): void;
}

/** Position on the canvas of a photo and of the part of it that is drawn. */
interface Position {
  readonly placement: Placement;
  readonly photo: Size;
  readonly at: { readonly left: number; readonly top: number };
}

/** Enlarges a small grey picture with linear interpolation. */
export function enlarged(
  small: Uint8Array,
  { width, height }: Size,
  { placement: { scale, origin }, photo, at }: Position,
): Enlarged {
  const across = width / (photo.width * scale.x);
  const down = height / (photo.height * scale.y);
  const first = (at.left + 0.5 - origin.x) * across - 0.5;
  const blended = new Float32Array(width + 1);
  const isEmpty = Array.from({ length: height }, (_, y) =>
    isZero(small, y * width, (y + 1) * width),
  );
  return {
    row(values, y) {
      const atY = within((at.top + y + 0.5 - origin.y) * down - 0.5, height - 1);
      const upper = Math.floor(atY);
      const lower = Math.min(height - 1, upper + 1);
      if (isEmpty[upper] && isEmpty[lower]) values.fill(0);
      else {
        mix(small, upper * width, lower * width, atY - upper, blended);
        stretch(blended, first, across, values);
      }
    },
  };
}

function isZero(values: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (values[at] !== 0) return false;
  return true;
}

/** Writes a mix of two rows that begin at `upper` and `lower`; the last value is repeated once. */
function mix(small: Uint8Array, upper: number, lower: number, part: number, mixed: Float32Array) {
  const width = mixed.length - 1;
  for (let x = 0; x < width; x += 1) {
    const above = small[upper + x]!;
    mixed[x] = above + (small[lower + x]! - above) * part;
  }
  mixed[width] = mixed[width - 1]!;
}

/** Fills a row by interpolating a shorter row, from position `first` in it, in steps of `step`. */
function stretch(from: Float32Array, first: number, step: number, values: Float32Array) {
  const last = from.length - 2;
  for (let x = 0; x < values.length; x += 1) {
    const at = within(first + x * step, last);
    const left = at | 0;
    const before = from[left]!;
    values[x] = before + (from[left + 1]! - before) * (at - left);
  }
}

/** Returns the outline as a grey picture, with a fading border of one pixel around it. */
export function softened({ inside, width }: Outline): Uint8Array {
  const soft = inside.map((one) => one * 255);
  for (let row = 0; row < inside.length; row += width) softenRow(soft, inside, row, width);
  return soft;
}

function softenRow(soft: Uint8Array, inside: Uint8Array, row: number, width: number): void {
  for (let x = 0, at = row; x < width; x += 1, at += 1) {
    if (inside[at] === 1) continue;
    const isBeside =
      inside[at - width] === 1 ||
      inside[at + width] === 1 ||
      (x > 0 && inside[at - 1] === 1) ||
      (x < width - 1 && inside[at + 1] === 1);
    if (isBeside) soft[at] = 128;
  }
}

function within(value: number, most: number): number {
  return Math.min(most, Math.max(0, value));
}
