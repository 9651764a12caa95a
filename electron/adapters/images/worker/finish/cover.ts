import type { Size } from '#shared/pictures.ts';
import type { Outline } from './outline.ts';
import type { Placement } from './placement.ts';

/** How much of each pixel on the canvas belongs to the subject. */
export interface Cover {
  /** Fills one row of the picture, counted from its top, with values from 0 to 255. */
  row(values: Uint8Array, y: number): void;
}

/** Returns the cover of a picture that starts at `at` on the canvas, from the outline of the whole photo. */
export function coverOf(
  outline: Outline,
  { scale, origin }: Placement,
  photo: Size,
  at: { readonly left: number; readonly top: number },
): Cover {
  const { width, height } = outline;
  const soft = softened(outline);
  const across = width / (photo.width * scale.x);
  const down = height / (photo.height * scale.y);
  const blended = new Float64Array(width + 1);
  return {
    row(values, y) {
      const atY = within((at.top + y + 0.5 - origin.y) * down - 0.5, height - 1);
      const upper = Math.floor(atY) * width;
      const lower = Math.min(height - 1, Math.floor(atY) + 1) * width;
      const part = atY - Math.floor(atY);
      for (let x = 0; x < width; x += 1) {
        const above = soft[upper + x] ?? 0;
        blended[x] = above + ((soft[lower + x] ?? 0) - above) * part;
      }
      blended[width] = blended[width - 1] ?? 0;
      for (let x = 0; x < values.length; x += 1) {
        const atX = within((at.left + x + 0.5 - origin.x) * across - 0.5, width - 1);
        const left = Math.floor(atX);
        const before = blended[left] ?? 0;
        values[x] = before + ((blended[left + 1] ?? 0) - before) * (atX - left) + 0.5;
      }
    },
  };
}

/** Returns the outline with a fading border of one pixel around it. */
function softened({ inside, width }: Outline): Uint8Array {
  const soft = new Uint8Array(inside.length);
  for (let at = 0; at < inside.length; at += 1) {
    const x = at % width;
    const isBeside =
      (x > 0 && inside[at - 1] === 1) ||
      (x < width - 1 && inside[at + 1] === 1) ||
      inside[at - width] === 1 ||
      inside[at + width] === 1;
    soft[at] = inside[at] === 1 ? 255 : isBeside ? 128 : 0;
  }
  return soft;
}

function within(value: number, most: number): number {
  return Math.min(most, Math.max(0, value));
}
