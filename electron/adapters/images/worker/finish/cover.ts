import type { Size } from '#shared/pictures.ts';
import { CANVAS, PICTURE, type CutOut } from './cut-out.ts';
import { runsOf } from './parts.ts';
import type { Placement } from './placement.ts';

/** Position on the canvas of a photo and of the part of it that is drawn. */
interface Position {
  readonly placement: Placement;
  readonly photo: Size;
  readonly at: { readonly left: number; readonly top: number };
}

/** Pixels of one row, from column `start` to before `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
  /** Whether all pixels are kept completely; otherwise they differ. */
  readonly isKept: boolean;
}

/** A cut-out, enlarged with linear interpolation to the scale of the photo on the canvas. */
export class EnlargedCutOut {
  readonly #small: CutOut;
  /** Width in px of the visible part. */
  readonly #width: number;
  /** Size in px of the small picture's part that one px of the canvas covers. */
  readonly #across: number;
  readonly #down: number;
  /** Position in the small picture of the first pixel that is drawn. */
  readonly #first: { readonly x: number; readonly y: number };
  readonly #blended: Float32Array;
  /** Spans that several rows share, because they are between the same two rows of the small picture. */
  #shared: { readonly upper: number; readonly spans: readonly Span[] } | null = null;

  /** `width` is that of the visible part in px. */
  constructor(small: CutOut, { placement: { scale, origin }, photo, at }: Position, width: number) {
    this.#small = small;
    this.#width = width;
    this.#across = small.width / (photo.width * scale.x);
    this.#down = small.height / (photo.height * scale.y);
    this.#first = {
      x: (at.left + 0.5 - origin.x) * this.#across - 0.5,
      y: (at.top + 0.5 - origin.y) * this.#down - 0.5,
    };
    this.#blended = new Float32Array(small.width + 1);
  }

  /** Returns the spans of row `y` of the visible part that are drawn. */
  spans(y: number): readonly Span[] {
    const { upper } = this.#rowsAt(y);
    if (this.#shared?.upper !== upper) this.#shared = { upper, spans: this.#spansBelow(upper) };
    return this.#shared.spans;
  }

  /** Writes how much of each pixel in a span of row `y` is kept, from 0 to 255. */
  writeCover(values: Float32Array, y: number, span: Span): void {
    this.#write(values, this.#small.cover, y, span);
  }

  /** Writes how much light the shadow takes from each pixel in a span of row `y`, from 0 to 255. */
  writeShadow(values: Float32Array, y: number, span: Span): void {
    if (this.#small.shadow !== null) this.#write(values, this.#small.shadow, y, span);
  }

  #spansBelow(upper: number): Span[] {
    const spans: Span[] = [];
    for (const { start: x, end: next, content } of this.#small.columns(upper)) {
      const start = x === 0 ? 0 : this.#firstFrom(x);
      const end = next === this.#small.width ? this.#width : this.#firstFrom(next);
      if (content !== CANVAS && end > start) {
        spans.push({ start, end, isKept: content === PICTURE });
      }
    }
    return spans;
  }

  /** Returns the first column of the visible part that is not left of column `x` of the small picture. */
  #firstFrom(x: number): number {
    return within(Math.ceil((x - this.#first.x) / this.#across), this.#width);
  }

  /** Returns the rows of the small picture above and below row `y`, and how far `y` is from the upper one. */
  #rowsAt(y: number): { readonly upper: number; readonly lower: number; readonly part: number } {
    const last = this.#small.height - 1;
    const at = within(this.#first.y + y * this.#down, last);
    const upper = Math.floor(at);
    return { upper, lower: Math.min(last, upper + 1), part: at - upper };
  }

  #write(values: Float32Array, small: Uint8Array, y: number, { start, end }: Span): void {
    const { width } = this.#small;
    const { upper, lower, part } = this.#rowsAt(y);
    const [last, first, across, blended] = [width - 1, this.#first.x, this.#across, this.#blended];
    const leftmost = Math.floor(within(first + start * across, last));
    const rightmost = Math.floor(within(first + (end - 1) * across, last)) + 1;
    for (let x = leftmost; x <= rightmost; x += 1) {
      const column = Math.min(last, x);
      const above = small[upper * width + column]!;
      blended[x] = above + (small[lower * width + column]! - above) * part;
    }
    for (let x = start; x < end; x += 1) {
      const at = within(first + x * across, last);
      const left = at | 0;
      const before = blended[left]!;
      values[x] = before + (blended[left + 1]! - before) * (at - left);
    }
  }
}

/** Returns pixels marked with 1 as a grey picture, with a fading border of one pixel around them. */
export function softened(inside: Uint8Array, width: number): Uint8Array {
  const soft = new Uint8Array(inside.length);
  const fade = (at: number): void => {
    if (inside[at] === 0) soft[at] = 128;
  };
  for (const { start, end } of runsOf(inside, width)) {
    soft.fill(255, start, end);
    if (start % width !== 0) fade(start - 1);
    if (end % width !== 0) fade(end);
    for (let at = start; at < end; at += 1) {
      fade(at - width);
      fade(at + width);
    }
  }
  return soft;
}

function within(value: number, most: number): number {
  return Math.min(most, Math.max(0, value));
}
