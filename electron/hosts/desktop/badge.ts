/** Rows of pixels with four bytes each: blue, green, red, alpha. */
export interface Bitmap {
  readonly data: Uint8Array;
  /** Size in px. */
  readonly width: number;
  readonly height: number;
}

/** Digits, three pixels wide: each number is a row whose bits are pixels. */
const digits = [
  [7, 5, 5, 5, 7],
  [2, 6, 2, 2, 7],
  [7, 1, 7, 4, 7],
  [7, 1, 7, 1, 7],
  [5, 5, 7, 1, 1],
  [7, 4, 7, 1, 7],
  [7, 4, 7, 5, 7],
  [7, 1, 1, 1, 1],
  [7, 5, 7, 5, 7],
  [7, 5, 7, 1, 7],
] as const;
const COLUMNS = 3;
const ROWS = 5;
/** Size of one pixel of a digit, and margin around the number, in px. */
const SCALE = 4;
const PADDING = 6;
/** The window's accent colour, and the colour of text on it; blue, green, red, alpha. */
const ground = [0xf8, 0xb4, 0x8a, 0xff];
const ink = [0x19, 0x19, 0x19, 0xff];

/** Returns a copy of the picture with a number in the upper right corner, clipped if the picture is too small. */
export function withBadge({ data, width, height }: Bitmap, count: number): Buffer {
  const marked = Buffer.from(data);
  const fill = (
    left: number,
    top: number,
    wide: number,
    high: number,
    colour: readonly number[],
  ) => {
    for (let y = Math.max(0, top); y < Math.min(height, top + high); y += 1) {
      for (let x = Math.max(0, left); x < Math.min(width, left + wide); x += 1) {
        marked.set(colour, (y * width + x) * 4);
      }
    }
  };
  const shown = Array.from(String(count), (digit) => digits[Number(digit)] ?? digits[0]);
  const step = (COLUMNS + 1) * SCALE;
  const wide = shown.length * step - SCALE + 2 * PADDING;
  const left = width - wide;
  fill(left, 0, wide, ROWS * SCALE + 2 * PADDING, ground);
  for (const [place, rows] of shown.entries()) {
    for (const [row, bits] of rows.entries()) {
      for (let column = 0; column < COLUMNS; column += 1) {
        if ((bits & (1 << (COLUMNS - 1 - column))) === 0) continue;
        const x = left + PADDING + place * step + column * SCALE;
        fill(x, PADDING + row * SCALE, SCALE, SCALE, ink);
      }
    }
  }
  return marked;
}
