/** A rectangular part of a mask's raster, in px of the raster. */
export interface Window {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The position of a plane of pixels, and the scale in px of the plane per px of the photo. */
export interface Place {
  readonly window: Window;
  readonly scaleX: number;
  readonly scaleY: number;
}

/**
 * Writes values to a plane. Positions are in px of the photo; a pixel is painted if its centre is inside. Pixels
 * outside the plane are ignored.
 */
export interface Pen {
  /** Returns the lines whose centres are between `top` and `bottom`: the first line, and the line after the last. */
  lines(top: number, bottom: number): readonly [first: number, end: number];
  /** Returns y of the centre of a line. */
  y(line: number): number;
  /** Returns x of the centre of a column. */
  x(column: number): number;
  /**
   * Returns the columns whose centres are between `left` and `right`: the first column, and the column after the last.
   */
  columns(left: number, right: number): readonly [first: number, end: number];
  /** Like `lines` and `columns`, but each returns one number, which is faster for many calls. */
  firstLine(top: number): number;
  endLine(bottom: number): number;
  firstColumn(left: number): number;
  endColumn(right: number): number;
  /** Adds or subtracts a line's columns from `first` up to but not including `end`. */
  span(line: number, first: number, end: number): void;
  /** The values of the plane, line by line, for operations on every pixel. */
  readonly plane: Uint8Array;
  /** The position of column 0 in the whole raster, counted in columns, and the width of a column in px of the photo. */
  readonly start: number;
  readonly across: number;
  /** Width and height of the plane in px. */
  readonly width: number;
  readonly height: number;
  readonly isAdding: boolean;
  /** Adds or subtracts a pixel with a value from 0 to 255. */
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
