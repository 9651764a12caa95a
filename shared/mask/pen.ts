/** A part of a mask's raster, px of the raster. */
export interface Window {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where a plane of pixels lies, and how many px of it a px of the photo is. */
export interface Place {
  readonly window: Window;
  readonly scaleX: number;
  readonly scaleY: number;
}

/**
 * Puts values on a plane. Places are given in px of the photo and count where they hold the centre of
 * a pixel; what lies beyond the plane is left out.
 */
export interface Pen {
  /** The lines whose centres lie from `top` to `bottom`: first, and one past the last. */
  lines(top: number, bottom: number): readonly [first: number, end: number];
  /** y of the centre of a line. */
  y(line: number): number;
  /** x of the centre of a column. */
  x(column: number): number;
  /** The columns whose centres lie from `left` to `right`: first, and one past the last. */
  columns(left: number, right: number): readonly [first: number, end: number];
  /** The same, number by number, for work that asks for many. */
  firstLine(top: number): number;
  endLine(bottom: number): number;
  firstColumn(left: number): number;
  endColumn(right: number): number;
  /** Keeps, or does not, the columns from `first` to before `end` of a line. */
  span(line: number, first: number, end: number): void;
  /** What it puts values on, line after line; for work on every pixel of it. */
  readonly plane: Uint8Array;
  /** The centre of column 0 in columns of the whole raster, and how many px of the photo a column is. */
  readonly start: number;
  readonly across: number;
  /** px of the plane. */
  readonly width: number;
  readonly height: number;
  readonly isAdding: boolean;
  /** Keeps a pixel, or does not, by a value of 0 to 255. */
  dot(line: number, column: number, value: number): void;
}

export function penOn(plane: Uint8Array, place: Place, combine: 'add' | 'subtract'): Pen {
  const { window, scaleX, scaleY } = place;
  const { width, height } = window;
  const isAdding = combine === 'add';
  const whole = isAdding ? 255 : 0;
  const first = (low: number, scale: number, start: number) =>
    Math.max(0, Math.ceil(low * scale - 0.5) - start);
  const end = (high: number, scale: number, start: number, length: number) =>
    Math.min(length, Math.floor(high * scale - 0.5) + 1 - start);
  const start = window.x + 0.5;
  const across = 1 / scaleX;
  return {
    plane,
    width,
    height,
    isAdding,
    lines: (top, bottom) => [first(top, scaleY, window.y), end(bottom, scaleY, window.y, height)],
    columns: (left, right) => [first(left, scaleX, window.x), end(right, scaleX, window.x, width)],
    firstLine: (top) => first(top, scaleY, window.y),
    endLine: (bottom) => end(bottom, scaleY, window.y, height),
    firstColumn: (left) => first(left, scaleX, window.x),
    endColumn: (right) => end(right, scaleX, window.x, width),
    start,
    across,
    y: (line) => (line + window.y + 0.5) / scaleY,
    x: (column) => (column + start) * across,
    span(line, from, to) {
      if (from < to) plane.fill(whole, line * width + from, line * width + to);
    },
    dot(line, column, value) {
      const at = line * width + column;
      if (isAdding) {
        if (value > plane[at]!) plane[at] = value;
      } else if (255 - value < plane[at]!) plane[at] = 255 - value;
    },
  };
}
